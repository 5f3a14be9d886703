import { useRootData } from './page-data.ts';

/** Who looks at the page, as the root loader tells it; null where nobody is signed in. */
export function useViewer() {
  return useRootData()?.session ?? null;
}

export type Viewer = NonNullable<ReturnType<typeof useViewer>>;
