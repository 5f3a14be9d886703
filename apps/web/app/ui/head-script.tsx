import { useMatches } from 'react-router';

/** A route whose page begins something before its styles are there says so with `handle = { headScript }`. */
export interface HeadScriptHandle<Loader extends (...given: never[]) => unknown> {
  /** @param data of the route's loader; undefined where it failed. @returns source of a classic script */
  headScript(data: Awaited<ReturnType<Loader>> | undefined): string | undefined;
}

/** Before every style sheet: a script behind one waits for it. Runs in documents only, not where one comes from another page. */
export function HeadScript({ nonce }: { nonce: string }) {
  const scripts = useMatches().flatMap(({ handle, loaderData }) => {
    const { headScript } = (handle ?? {}) as Partial<HeadScriptHandle<() => unknown>>;
    return headScript?.(loaderData) ?? [];
  });
  return scripts.length === 0 ? null : (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours
      dangerouslySetInnerHTML={{ __html: scripts.join(';') }}
    />
  );
}
