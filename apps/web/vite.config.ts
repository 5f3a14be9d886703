import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Everything the pages need is served from here; inlined data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  ssr: {
    // One copy of the domain for loaders and server, so that `instanceof AppError` holds across both.
    external: [
      '@readout/database',
      '@readout/domain',
      '@readout/image-reader',
      '@readout/plugin-kit',
      '@readout/plugin-sandbox',
    ],
    // Mantine's modules import their own CSS, which Node cannot load.
    noExternal: [/^@mantine\//],
  },
});
