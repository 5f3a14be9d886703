import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { reactRouter } from '@react-router/dev/vite';
import { builtModels, writePackagedModels } from '@readout/image-reader/models';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { bundledPackages } from './vite-bundled-packages.ts';
import { mantineStylesAreThoseUsed } from './vite-mantine-styles.ts';
import { pluginGuide } from './vite-plugin-guide.ts';
import { pluginKitScript, studioTypes } from './vite-studio-types.ts';

const workspacePackage = /^@readout\/(?!web)/;

/**
 * Leaves the workspace's packages to Node, so that loaders and server share one copy of them and
 * `instanceof AppError` holds across both. `ssr.external` cannot do this: it skips files that are TypeScript.
 */
function workspacePackagesAreExternal(): Plugin {
  return {
    name: 'readout:workspace-packages-are-external',
    enforce: 'pre',
    // The development server heeds no external that a plugin resolves; what counts as built in it leaves to Node.
    configEnvironment: (name, _config, { command }) =>
      name === 'ssr' && command === 'serve'
        ? { resolve: { builtins: [...builtinModules, /^node:/, workspacePackage] } }
        : undefined,
    resolveId(id) {
      if (this.environment.name !== 'ssr' || !workspacePackage.test(id)) return undefined;
      return { id, external: true };
    },
  };
}

/**
 * Keeps the file a worker starts from one that nothing imports: where its other parts need something of it, Rolldown puts
 * that into a chunk beside it. WebKit evaluates a module worker's entry a second time when a chunk that was loaded later
 * imports it, and the second copy knows nothing of what the first was told.
 */
function nothingImportsWorkerEntries(): Plugin {
  return {
    name: 'readout:nothing-imports-worker-entries',
    options: (options) => ({ ...options, preserveEntrySignatures: 'strict' }),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) {
        const importer = chunks.find(({ imports, dynamicImports }) =>
          [...imports, ...dynamicImports].includes(fileName),
        );
        if (importer) this.error(`${importer.fileName} imports ${fileName}, from which a worker starts.`);
      }
    },
  };
}

/** Files of the application by name: `theme/` is all of a folder, `ui/frame` a module. */
const modules = (names: readonly string[], ending: string): string =>
  names.map((name) => `/app/${name}${name.endsWith('/') ? '.*' : ''}${ending}`).join('|');

/**
 * Which modules come as one file: each further one holds up a page, a style sheet its first paint, a script its start. A
 * module belongs to the first group that matches it or what imports it. What no group has comes with what the same pages
 * use. `scripts/build.js` names the style sheets again.
 */
const chunkGroups = [
  // The styles of every page, then those of members' pages and of signing in (`component-styles.ts`).
  {
    name: 'base',
    test: new RegExp(
      `/@fontsource-variable/.*\\.css$|/@mantine/core/styles/(?:baseline|global|UnstyledButton|VisuallyHidden|Loader|Button)\\.css$|(?:${modules(
        [
          'theme/',
          ...['frame', 'layout', 'page', 'reticle', 'long-page', 'toasts'].map((name) => `ui/${name}`),
          ...['page-failure', 'language-choice'].map((name) => `shell/${name}`),
          'pages/public-layout',
        ],
        '(?:\\.module)?\\.css',
      )})$`,
    ),
  },
  {
    name: 'components',
    test: new RegExp(
      `/@mantine/.*\\.css$|(?:${modules(['account/auth', 'forms/', 'intake/', 'queue/', 'shell/', 'ui/'], '(?:\\.module)?\\.css')})$`,
    ),
  },
  // What every page starts with, what pages with a form need, what those of members.
  {
    name: 'start',
    test: new RegExp(
      `(?:${modules(['entry.client', 'root', 'pages/public-layout', 'texts/page-title', 'ui/when'], '\\.tsx?')})$|/packages/texts/src/numbers\\.ts$|vite/preload-helper`,
    ),
  },
  { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 2 },
  {
    name: 'sign-in',
    test: new RegExp(`(?:${modules(['pages/auth/layout', 'pages/auth/sign-in/page'], '\\.tsx')})$`),
  },
  { name: 'member', test: new RegExp(`(?:${modules(['pages/member-layout'], '\\.tsx')})$`) },
];

// What devices read text with; the build has made it.
if (!existsSync(builtModels)) await writePackagedModels(builtModels);

export default defineConfig({
  resolve: {
    alias: { 'text-models': builtModels },
    // The runtime's WebAssembly and the script of its threads come from addresses the engine is given, once.
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
  },
  // Engine and plugins load parts of themselves when they are needed.
  worker: { format: 'es', plugins: () => [nothingImportsWorkerEntries(), bundledPackages()] },
  plugins: [
    workspacePackagesAreExternal(),
    studioTypes(),
    pluginKitScript(),
    pluginGuide(),
    bundledPackages(),
    mantineStylesAreThoseUsed(),
    reactRouter(),
  ],
  build: {
    // Everything the pages need is served from here; inlined data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
  },
  ssr: {
    // Mantine's modules import their own CSS, which Node cannot load.
    noExternal: [/^@mantine\//],
  },
});
