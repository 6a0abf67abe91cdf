import { aliasText, extensionText, versionedText } from './extension.js';

/** The actions of the probe, each with the exports of its handlers. */
const handlersByAction = {
  note: ['notes'],
  bad: ['complains'],
  meta: ['tellsMeta'],
  settings: ['tellsWord', 'tellsWord'],
  parts: ['streams'],
  steps: ['advances'],
  pid: ['tellsPid'],
  reads: ['tellsText'],
  fails: ['gives_up'],
  tells: ['tellsUser'],
  waits: ['waitsForCancel'],
  began: ['afterBegin'],
  ended: ['afterEnd'],
  gate: ['waitsForFile'],
  meets: ['waitsForPartner'],
  partner: ['begins'],
  versioned: ['tellsVersion'],
} as const;

export type ProbeAction = keyof typeof handlersByAction;

/** One project of a probe workspace. */
export interface ProbeProject {
  readonly actions: readonly ProbeAction[];
  /** Of the first one; all others run in `dev`. */
  readonly env?: string;
  /** Has the first action come from a preset. */
  readonly preset?: true;
  /** A configuration that cannot be read. */
  readonly broken?: true;
}

export const usualEnv = 'dev';
/** Under these names, in this order. */
export const settingsHandlers = ['first', 'second'] as const;
export const presetDir = 'preset';

/** How the configuration names an action, and how it can be run. */
export function sourceOf(action: ProbeAction): string {
  return `./${action === 'versioned' ? 'versioned' : 'extension'}.ts#${action}`;
}

/** The identity that the definition of the action claims: another path to it. */
export function identityOf(action: ProbeAction): string {
  return `conformance.probe.${action}`;
}

/** The files of the project by name. */
export function filesOf(project: ProbeProject): Readonly<Record<string, string>> {
  if (project.broken === true) return { 'finecode.toml': brokenConfig };
  const [first, ...others] = project.actions;
  const fromPreset = project.preset === true && first !== undefined ? [first] : [];
  const own = fromPreset.length > 0 ? others : project.actions;
  const env = project.env ?? usualEnv;
  const envOf = (action: ProbeAction) => (action === first ? env : usualEnv);
  const config = [
    ...(fromPreset.length > 0 ? [`[finecode]\npresets = [{ source = "./${presetDir}" }]\n`] : []),
    ...[...new Set([env, usualEnv])].map((name) => `[finecode.env.${name}]\nruntime = "node"\n`),
    ...own.map((action) => actionTable('finecode', action, envOf(action))),
  ];
  return {
    'finecode.toml': config.join('\n'),
    'extension.ts': extensionText,
    'versioned.ts': versionedText,
    'alias.ts': aliasText,
    'document.txt': 'on disk\n',
    ...(fromPreset.length > 0 && {
      [`${presetDir}/preset.toml`]: fromPreset
        .map((action) => actionTable('tool.finecode', action, envOf(action)))
        .join('\n'),
    }),
  };
}

/** Valid TOML with a value of the wrong type, which no reader can make sense of. */
const brokenConfig = '[finecode.action.note]\nsource = "./extension.ts#note"\nhandlers = 5\n';

function actionTable(root: string, action: ProbeAction, env: string): string {
  const handlers = handlersByAction[action];
  const table = `${root}.action.${action}`;
  const file = action === 'versioned' ? 'versioned' : 'extension';
  const lines = handlers.flatMap((handler, index) => [
    `[[${table}.handlers]]`,
    `name = "${handlerName(action, index)}"`,
    `source = "./${file}.ts#${handler}"`,
    `env = "${env}"`,
    ...(action === 'settings' ? [`config = { word = "configured ${index + 1}" }`] : []),
  ]);
  return [`[${table}]`, `source = "${sourceOf(action)}"`, ...lines, ''].join('\n');
}

/** The name of a handler in the configuration. */
export function handlerName(action: ProbeAction, index = 0): string {
  return action === 'settings' ? (settingsHandlers[index] ?? '') : `${action}-handler`;
}
