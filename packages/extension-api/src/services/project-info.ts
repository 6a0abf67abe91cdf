import { serviceToken } from '../service.js';

/** The project and environment in which the handler runs. */
export interface ProjectInfo {
  readonly name: string;
  readonly dir: string;
  /** The file that makes the folder a project, such as `finecode.toml`. */
  readonly definitionPath: string;
  readonly envName: string;
  /** The whole merged configuration of this project, or of the one with the given definition file. */
  rawConfig(definitionPath?: string): Promise<Readonly<Record<string, unknown>>>;
}

export const ProjectInfo = serviceToken<ProjectInfo>('tandem.ProjectInfo');
