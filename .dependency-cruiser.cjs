/** The layers of ARCHITECTURE: an import points down, and only the composition imports every part. */

/** The other parts that each part of the server may import. Itself, the contract and packages are always allowed. */
const server = {
  kit: [],
  config: ['kit'],
  db: ['config', 'kit'],
  pipeline: [],
  ledger: ['pipeline', 'jobs', 'db', 'kit'],
  limits: ['pipeline', 'db', 'kit'],
  jobs: ['db', 'kit'],
  keys: ['jobs', 'db', 'config', 'kit'],
  providers: ['jobs', 'db', 'config', 'kit'],
  signing: ['db', 'kit'],
  uploads: ['jobs', 'providers', 'db', 'config', 'kit'],
  pricing: ['pipeline', 'db', 'kit'],
  audit: ['db', 'kit'],
  webhooks: ['limits', 'jobs', 'providers', 'db', 'config', 'kit'],
  gateway: ['webhooks', 'audit', 'pricing', 'pipeline', 'ledger', 'limits', 'jobs', 'providers', 'db', 'config', 'kit'],
  notices: ['webhooks', 'gateway', 'jobs', 'providers', 'db', 'kit'],
  payments: [
    ...['notices', 'gateway', 'audit', 'pricing', 'pipeline', 'ledger', 'limits', 'jobs', 'providers'],
    ...['db', 'config', 'kit'],
  ],
  exports: ['notices', 'uploads', 'audit', 'jobs', 'providers', 'db', 'config', 'kit'],
  'recipient-files': ['config', 'kit'],
  broadcasts: [
    ...[
      'recipient-files',
      'notices',
      'webhooks',
      'gateway',
      'uploads',
      'audit',
      'pricing',
      'pipeline',
      'ledger',
      'limits',
    ],
    ...['jobs', 'providers', 'db', 'config', 'kit'],
  ],
  http: ['audit', 'gateway', 'pipeline', 'ledger', 'limits', 'jobs', 'db', 'config', 'kit'],
  features: [
    ...[
      'http',
      'payments',
      'notices',
      'gateway',
      'audit',
      'pricing',
      'pipeline',
      'ledger',
      'limits',
      'jobs',
      'signing',
      'uploads',
      'exports',
      'broadcasts',
      'recipient-files',
      'webhooks',
      'providers',
    ],
    ...['db', 'config', 'data', 'kit'],
  ],
}

/** The other parts that each part of the console may import. The files at its root compose, and may import all. */
const console_ = {
  lib: [],
  i18n: ['lib'],
  api: ['ui', 'i18n', 'lib'],
  ui: ['i18n', 'lib'],
  shell: ['features', 'api', 'ui', 'i18n', 'lib'],
  kit: ['ui', 'i18n', 'lib'],
  features: ['shell', 'api', 'ui', 'i18n', 'lib'],
}

/** Every part has its own catalogue of texts. The module that collects them may import the catalogues alone. */
const catalogues = '/messages\\.[\\w-]+\\.json$'
const tests = '\\.test\\.tsx?$|/test/|(^|/)builders'
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const arrows = (root, parts) =>
  Object.entries(parts).map(([part, below]) =>
    forbid(
      `${root.split('/')[0]}-${part}-points-down`,
      { path: `^${root}/${part}/`, pathNot: tests },
      { path: `^${root}/`, pathNot: [catalogues, ...[part, ...below].map((name) => `^${root}/${name}/`)] },
    ),
  )

/** The areas of the menu. A feature is in its area, or at the root if it has none. */
const areas = '(?:account|messaging|finance|extensions|support|operator)'

const featuresApart = (root) =>
  forbid(
    `${root.split('/')[0]}-features-stand-apart`,
    { path: `^${root}/features/(${areas}/[^/]+|(?!${areas}/)[^/]+)/` },
    { path: `^${root}/features/`, pathNot: `^${root}/features/$1/` },
  )

module.exports = {
  forbidden: [
    forbid('nothing-in-circles', {}, { circular: true }),
    forbid('everything-is-there', {}, { couldNotResolve: true }),
    forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(server|console|e2e|bench|tools)/' }),
    forbid(
      'contract-uses-two-packages',
      { path: '^contract/src/', pathNot: tests },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(zod|libphonenumber-js)/' },
    ),
    forbid('server-knows-the-contract-alone', { path: '^server/src/' }, { path: '^(console|e2e|bench|tools)/' }),
    forbid('console-knows-the-contract-alone', { path: '^console/src/' }, { path: '^(server|e2e|bench|tools)/' }),
    forbid(
      'contract-comes-by-name',
      { path: '^(server|console|e2e)/' },
      { path: '^contract/', dependencyTypes: ['local'] },
    ),
    forbid(
      'the-pipeline-is-pure',
      { path: '^server/src/pipeline/', pathNot: tests },
      { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    ),
    ...arrows('server/src', server),
    featuresApart('server/src'),
    ...arrows('console/src', console_),
    featuresApart('console/src'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\.build/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
