import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route list is small: sending it whole saves a request for each first visit of a page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
