const { readFileSync } = require('node:fs');
const path = require('node:path');

// Who may import whom. Imports of types, which are gone when the code runs, count for circles alone.
const plugin = '^plugins/([^/]+)/';
const tests =
  '[.](test|test-suite|int[.]test|browser[.]test)[.]tsx?$|/test-[^/]+[.]ts$|/testing[.]ts$|/(testing|fixtures|corpus|bench)/';

/** What of the domain has no query behind it. */
const rulesOfTheDomain =
  '^packages/domain/src/(.+/rules|actor|policy|errors|error-catalogue|field-text|platform-policy|time-zone|visible-name)[.]ts$';

/** Of these React Router leaves loaders and actions, with what only they import, out of the browser's bundle. */
const routeModules = [
  '^apps/web/app/(root|entry[.]server)[.]tsx$',
  '^apps/web/app/pages/.+/page[.]tsx$',
  ...[
    ...readFileSync(path.join(__dirname, 'apps/web/app/routes.ts'), 'utf8').matchAll(
      /'(pages\/[^']+[.]tsx?)'/g,
    ),
  ].map(([, route]) => `^apps/web/app/${route.replaceAll(/[.$]/g, '[$&]')}$`),
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rulesOfValues = [
  {
    name: 'plugin-imports-only-the-kit',
    comment:
      'A plugin computes from what it is given: it imports @readout/plugin-kit and its own files. Move what several plugins need into the kit.',
    severity: 'error',
    from: { path: `${plugin}src/`, pathNot: tests },
    to: { pathNot: ['^packages/plugin-kit/', '^plugins/$1/'] },
  },
  {
    name: 'base-packages-stand-alone',
    comment:
      'plugin-kit, api-client, image-reader, database, store and texts import no workspace package. Have the caller hand in what they need.',
    severity: 'error',
    from: { path: '^packages/(plugin-kit|api-client|image-reader|database|store|texts)/' },
    to: { path: '^(packages|apps|plugins)/', pathNot: '^packages/$1/' },
  },
  {
    name: 'backup-imports-what-it-copies',
    comment:
      'backup copies rows and objects: it imports the database and the store, and knows nothing of what they mean.',
    severity: 'error',
    from: { path: '^packages/backup/', pathNot: tests },
    to: { path: '^(packages|apps|plugins)/', pathNot: '^packages/(backup|database|store)/' },
  },
  {
    name: 'model-trial-imports-what-reads',
    comment:
      'model-trial reads captures with one choice of text models and with another: it imports the reader, the kit, the sandbox, the store and the database. What else it needs is handed in.',
    severity: 'error',
    from: { path: '^packages/model-trial/', pathNot: tests },
    to: {
      path: '^(packages|apps|plugins)/',
      pathNot: '^packages/(model-trial|image-reader|plugin-kit|plugin-sandbox|store|database)/',
    },
  },
  {
    name: 'e-invoice-imports-kit-and-texts',
    comment:
      'e-invoice reads files by the forms of the kit and draws units in the words of the texts. It knows nothing else of ours.',
    severity: 'error',
    from: { path: '^packages/e-invoice/', pathNot: tests },
    to: { path: '^(packages|apps|plugins)/', pathNot: '^packages/(e-invoice|plugin-kit|texts)/' },
  },
  {
    name: 'sandbox-imports-only-the-kit',
    comment: 'plugin-sandbox knows plugin-kit and nothing else of ours.',
    severity: 'error',
    from: { path: '^packages/plugin-sandbox/', pathNot: tests },
    to: { path: '^(packages|apps|plugins)/', pathNot: '^packages/(plugin-sandbox|plugin-kit)/' },
  },
  {
    name: 'cli-imports-packages-below-the-domain',
    comment:
      'The command line works without a server, or through its API: it imports the reader, e-invoices, the kit, the sandbox, the store, the database, backups, trials of models, the texts and the client. What it shares with the server belongs in one of them.',
    severity: 'error',
    from: { path: '^packages/cli/', pathNot: tests },
    to: {
      path: '^(packages|apps|plugins)/',
      pathNot:
        '^packages/(cli|api-client|e-invoice|image-reader|plugin-kit|plugin-sandbox|store|database|backup|model-trial|texts)/',
    },
  },
  {
    name: 'domain-imports-database-and-types',
    comment:
      'The domain imports the database, the texts and what plugins are made with, and only types of reader and sandbox: their instances are injected. Add a dependency to `deps` instead.',
    severity: 'error',
    from: { path: '^packages/domain/', pathNot: tests },
    to: { path: '^(packages|apps|plugins)/', pathNot: '^packages/(domain|database|texts|plugin-kit)/' },
  },
  {
    name: 'domain-knows-no-http-and-no-react',
    comment:
      'Use cases are called by pages, API, worker and tests alike. Translate at the boundary, in apps/web.',
    severity: 'error',
    from: {
      path: '^packages/(domain|database|store|backup|image-reader|e-invoice|plugin-kit|plugin-sandbox)/',
    },
    to: { path: 'node_modules/(hono|@hono|react|react-dom|react-router|@react-router|@mantine)/' },
  },
  {
    name: 'no-repository-of-another-feature',
    comment: 'Features use each other’s use cases, never the queries behind them.',
    severity: 'error',
    from: { path: '^packages/domain/src/([^/]+)/' },
    to: { path: '^packages/domain/src/[^/]+/[^/]*-repository[.]ts$', pathNot: '^packages/domain/src/$1/' },
  },
  {
    name: 'browser-code-stays-in-the-browser',
    comment:
      'Pages reach the server through loaders, actions and the API; the browser has no database and no file system. Import a type, or move the code to a package both may use.',
    severity: 'error',
    // make-*.ts are run by hand and write files the pages show.
    from: { path: '^apps/web/app/', pathNot: [tests, '/make-[^/]+[.]ts$'] },
    to: {
      path: ['^apps/web/server/', '^packages/(image-reader|plugin-sandbox)/src/node[.]ts$'],
      // What a request says of itself and brings with it, how an error becomes an answer, and how one is made while it
      // is sent: loaders know these as the API does.
      pathNot: '^apps/web/server/(request/|http/(context|problem|streamed)[.]ts$)',
    },
  },
  {
    name: 'server-knows-no-page',
    comment:
      'The server hands requests to the built pages. What both know of a request is in server/request; the rest belongs into a package.',
    severity: 'error',
    from: { path: '^apps/web/server/', pathNot: tests },
    to: { path: '^apps/web/app/' },
  },
  {
    name: 'ui-knows-no-feature',
    comment: 'What every page is made of knows none of them. Hand in what it shows, or put it into shell/.',
    severity: 'error',
    from: { path: '^apps/web/app/ui/', pathNot: tests },
    to: { path: '^apps/web/app/', pathNot: '^apps/web/app/ui/' },
  },
  {
    name: 'only-pages-know-pages',
    comment: 'What several pages are made of stands outside pages/, in a folder named for what it is.',
    severity: 'error',
    from: { path: '^apps/web/app/', pathNot: [tests, '^apps/web/app/pages/'] },
    to: { path: '^apps/web/app/pages/' },
  },
  {
    name: 'page-imports-no-other-page',
    comment: 'A part that another page shows as well moves up: to the folder both are in, or out of pages/.',
    severity: 'error',
    from: { path: '^apps/web/app/pages/([^/]+)/', pathNot: tests },
    to: { path: '^apps/web/app/pages/', pathNot: '^apps/web/app/pages/$1/' },
  },
  {
    name: 'nobody-imports-a-page',
    comment: 'The router alone does. What others need of a page is a part beside it.',
    severity: 'error',
    from: { path: '^apps/web/app/', pathNot: tests },
    to: { path: '^apps/web/app/pages/.+/page[.]tsx$' },
  },
  {
    name: 'browser-knows-only-rules-of-the-domain',
    comment:
      'Use cases are reached from loaders, actions and *.server.ts. What pages show too, constants and rules without a query, belongs into the rules.ts of its feature.',
    severity: 'error',
    from: {
      path: '^apps/web/app/',
      pathNot: [tests, '/make-[^/]+[.]ts$', '[.]server[.]tsx?$', ...routeModules],
    },
    to: { path: '^packages/domain/', pathNot: rulesOfTheDomain },
  },
  {
    name: 'rules-know-no-database',
    comment:
      'Browsers load rules.ts and what it imports. Leave the query, or the secret, in a file of its own.',
    severity: 'error',
    from: { path: rulesOfTheDomain },
    to: {
      path: ['^(packages|apps|plugins)/', 'node_modules/(kysely|pg)/'],
      pathNot: [rulesOfTheDomain, '^packages/(plugin-kit|texts)/'],
    },
  },
  {
    name: 'nobody-imports-an-app',
    comment: 'Apps are the outermost layer. Move what is needed into a package.',
    severity: 'error',
    from: { path: '^(packages|plugins)/' },
    to: { path: '^apps/' },
  },
  {
    name: 'nobody-imports-a-plugin',
    comment: 'The host reads plugins as bundled text and manifest.',
    severity: 'error',
    from: { pathNot: ['^plugins/', tests, '^bench/'] },
    to: { path: '^plugins/' },
  },
  {
    name: 'no-test-code-in-the-product',
    comment: 'What only tests need stays beside them.',
    severity: 'error',
    from: {
      path: '^(packages|apps|plugins)/',
      pathNot: [tests, '^apps/web/e2e/', '^packages/database/src/test', '/bench/'],
    },
    to: { path: ['^packages/database/src/test', '[.](int|browser)?[.]?test[.]tsx?$'] },
  },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere.',
    severity: 'error',
    from: {},
    // What React Router makes at build time.
    to: { couldNotResolve: true, pathNot: ['/[+]types/', '^virtual:'] },
  },
  {
    name: 'declared-dependencies',
    comment: 'Declare the package in the package.json of who imports it.',
    severity: 'error',
    from: { path: '^(packages|apps|plugins)/', pathNot: tests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other, be it for a type, are one module, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // See scripts/imports-only.cjs.
    ...rulesOfValues.map((rule) => ({ ...rule, to: { ...rule.to, dependencyTypesNot: ['require'] } })),
  ],
  options: {
    babelConfig: { fileName: path.join(__dirname, 'scripts', 'imports-only.cjs') },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|[.]react-router)/|\\.css$|\\?(url|raw)$' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
