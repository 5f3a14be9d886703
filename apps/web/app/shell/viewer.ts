import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../root.tsx';

/** Who looks at the page, as the root loader tells it; null where nobody is signed in. */
export function useViewer() {
  return useRouteLoaderData<typeof rootLoader>('root')?.session ?? null;
}

export type Viewer = NonNullable<ReturnType<typeof useViewer>>;
