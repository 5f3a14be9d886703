import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Leaves the workspace's packages to Node, so that loaders and server share one copy of them and
 * `instanceof AppError` holds across both. `ssr.external` cannot do this: it skips files that are TypeScript.
 */
function workspacePackagesAreExternal(): Plugin {
  return {
    name: 'readout:workspace-packages-are-external',
    enforce: 'pre',
    resolveId(id) {
      if (this.environment.name !== 'ssr' || !/^@readout\/(?!web)/.test(id)) return undefined;
      return { id, external: true };
    },
  };
}

export default defineConfig({
  plugins: [workspacePackagesAreExternal(), reactRouter()],
  build: {
    // Everything the pages need is served from here; inlined data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  ssr: {
    // Mantine's modules import their own CSS, which Node cannot load.
    noExternal: [/^@mantine\//],
  },
});
