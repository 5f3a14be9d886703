import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** @returns the pattern of the page at a path, as in `/admin/company/:id`; undefined where there is none */
export function createPageRoutes(built: ServerBuild['routes']): (path: string) => string | undefined {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(built).flatMap((route) => {
      if (!route || route.parentId !== parentId) return [];
      const { id, path, index, caseSensitive } = route;
      return [
        {
          id,
          ...(path === undefined ? {} : { path }),
          ...(caseSensitive ? { caseSensitive } : {}),
          ...(index ? { index: true as const } : { children: below(id) }),
        },
      ];
    });
  const routes = below(undefined);
  return (path) => {
    const matches = matchRoutes(routes, path);
    if (!matches) return undefined;
    const pattern = matches.map(({ route }) => route.path ?? '').filter((part) => part && part !== '/');
    return `/${pattern.map((part) => part.replace(/^\/|\/$/g, '')).join('/')}`;
  };
}
