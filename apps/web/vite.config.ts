import { builtinModules } from 'node:module';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { writePackagedModels } from '@readout/image-reader/models';
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

/** What devices read text with, smaller than its package has it. */
const modelsFolder = path.join(import.meta.dirname, '.cache', 'text-models');
await writePackagedModels(modelsFolder);

export default defineConfig({
  resolve: {
    alias: { 'text-models': modelsFolder },
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
            codeSplitting: {
              // What every page is made of comes as one file of styles: each further one holds up the first paint.
              groups: [{ name: 'base', test: /(?:@mantine\/.*|app\/(?:shell|theme|ui)\/.*)\.css$/ }],
            },
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
