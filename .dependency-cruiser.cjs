/** The import rules of docs/architecture.md. Imports point down only. */

const own = '^(packages|surfaces|extensions|presets|editors|bin|conformance|testkit|bench)/';
const inPackages = (...names) => `^packages/(${names.join('|')})/`;
const tests = '\\.(test|bench)\\.ts$|/fixtures/|/testing/';

/** Every package with the packages of ours that it may import; tests may import `testkit` besides. */
const mayImport = {
  wire: [],
  platform: [],
  contracts: ['wire'],
  'extension-api': [],
  config: ['platform'],
  actions: ['extension-api'],
  workspace: ['platform', 'config', 'extension-api', 'actions'],
  agent: ['platform', 'config', 'extension-api', 'actions'],
  runner: ['wire', 'contracts', 'platform', 'config', 'extension-api', 'actions'],
  'runner-client': [
    'wire',
    'contracts',
    'platform',
    'config',
    'extension-api',
    'actions',
    'workspace',
    'runner',
  ],
  'workspace-client': ['wire', 'contracts', 'platform', 'config'],
  llm: ['platform', 'agent'],
  'apex-host': ['wire', 'contracts', 'platform'],
};

const packageRules = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports-down-only`,
  severity: 'error',
  comment: `packages/${name} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: { path: own, pathNot: [`^packages/${name}/`, ...(allowed.length > 0 ? [inPackages(...allowed)] : [])] },
}));

module.exports = {
  forbidden: [
    ...packageRules,
    {
      name: 'surfaces-know-no-other-surface',
      severity: 'error',
      from: { path: '^surfaces/([^/]+)/', pathNot: tests },
      to: { path: '^(surfaces/|bin/|conformance/|editors/|extensions/)', pathNot: '^surfaces/$1/' },
    },
    {
      name: 'only-wm-server-imports-runner',
      severity: 'error',
      from: { path: '^surfaces/(?!wm-server/)', pathNot: tests },
      to: { path: inPackages('runner', 'runner-client') },
    },
    {
      name: 'conformance-is-a-black-box',
      severity: 'error',
      comment: 'The kit judges implementations, so it knows the contracts and none of them.',
      from: { path: '^conformance/', pathNot: tests },
      to: { path: own, pathNot: ['^conformance/', inPackages('wire', 'contracts', 'platform')] },
    },
    {
      name: 'only-the-executable-composes',
      severity: 'error',
      from: { path: own, pathNot: ['^bin/', tests] },
      to: { path: '^bin/' },
    },
    {
      name: 'domains-know-no-wire',
      severity: 'error',
      comment:
        'A domain defines ports; sockets, child processes and files belong to platform and the adapters.',
      from: { path: inPackages('config', 'extension-api', 'actions', 'workspace', 'agent'), pathNot: tests },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(net|http|https|tls|child_process|dgram|worker_threads)$',
      },
    },
    {
      name: 'extensions-use-the-public-api-only',
      severity: 'error',
      from: { path: '^extensions/([^/]+)/', pathNot: tests },
      to: { path: own, pathNot: ['^extensions/$1/', inPackages('extension-api', 'actions')] },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: own, pathNot: [tests, '^testkit/', '^bench/'] },
      to: { path: '^testkit/' },
    },
    {
      name: 'no-deep-imports',
      severity: 'error',
      comment: 'Another package is imported by its name, never by a path into it.',
      from: { path: '^(packages|surfaces)/([^/]+)/' },
      to: { path: '^(packages|surfaces)/([^/]+)/src/(?!index\\.ts$)', pathNot: '^$1/$2/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-resolves',
      severity: 'error',
      comment: 'An import that resolves to nothing would pass every other rule.',
      from: { pathNot: '/fixtures/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-dependencies-only',
      severity: 'error',
      from: { path: '^(packages|surfaces|conformance|bin)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: own },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|fixtures)/|^examples/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
