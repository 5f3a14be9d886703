import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page address of the product, in the order of its specification. */
export default [
  layout('routes/public/layout.tsx', [index('routes/public/landing.tsx')]),

  layout('routes/member-layout.tsx', [route('app', 'routes/app/workspace.tsx')]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
