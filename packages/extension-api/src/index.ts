import * as z from 'zod';

export {
  type Action,
  type ActionScope,
  type ActionSpec,
  defineAction,
  type Execution,
  isAction,
  type ResultRules,
  type ReturnCode,
} from './action.js';
export { ActionFailed, StopRun } from './failures.js';
export { defineHandler, type Handler, type HandlerOutput, type HandlerSpec, isHandler } from './handler.js';
export { mergeResults } from './merge-results.js';
export type { Progress, RunContext, RunMeta } from './run-context.js';
export {
  defineService,
  type InjectedServices,
  isService,
  type ServiceContext,
  type ServiceDefinition,
  type ServiceRequests,
  type ServiceToken,
  serviceToken,
} from './service.js';
export { ActionRunner, type Subaction, type WorkspaceRunOptions } from './services/action-runner.js';
export { type CommandOptions, type CommandResult, CommandRunner } from './services/command-runner.js';
export { FileAccess, type FileSnapshot } from './services/file-access.js';
export { FileCache } from './services/file-cache.js';
export { Logger } from './services/logger.js';
export { ProjectInfo } from './services/project-info.js';
export { UserMessages } from './services/user-messages.js';
export { plainText, type StyledSpan, type StyledText } from './styled-text.js';
/** The schema library, so that an extension needs one dependency. */
export { z };
