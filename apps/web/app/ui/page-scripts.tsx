import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useEffect } from 'react';
import { Scripts, ScrollRestoration, useMatches } from 'react-router';
import { HELD_SCRIPTS_EVENT, releaseAtInteraction, releaseWhenIdle } from './held-scripts.ts';

/**
 * When a page that was rendered by the server loads its scripts; a route says so with `handle = { scripts: … }`.
 * - `now`: with the page, as what cannot be used without them.
 * - `idle`: once it is painted. Its forms and links work before.
 * - `interaction`: when somebody first points at something, taps or types. What they did meanwhile is done afterwards
 *   (see `held-scripts.ts`).
 * - `never`: it is only read; its links are plain links.
 */
export type ScriptsWanted = 'now' | 'idle' | 'interaction' | 'never';

/** For `handle` of a route. */
export interface ScriptsHandle {
  scripts: ScriptsWanted;
}

/** The router's scripts, at the time the page's innermost route asks for. */
export function PageScripts({ nonce }: { nonce: string }) {
  const handles = useMatches().map(({ handle }) => handle as Partial<ScriptsHandle> | undefined);
  // The development server's own script reloads changed modules, so there they are always loaded.
  const wanted = import.meta.env.DEV ? 'now' : (handles.findLast((each) => each?.scripts)?.scripts ?? 'now');
  const isServer = typeof document === 'undefined';
  if (isServer && wanted === 'never') return null;
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      {wanted === 'now' || wanted === 'never' ? (
        <Scripts nonce={nonce} />
      ) : (
        <HeldScripts nonce={nonce} release={wanted === 'idle' ? releaseWhenIdle : releaseAtInteraction} />
      )}
    </>
  );
}

function HeldScripts({ nonce, release }: { nonce: string; release: string }) {
  // Its elements are needed, not their effect: the component is called as the hook it is.
  const rendered = Scripts({ nonce });
  useEffect(() => {
    window.dispatchEvent(new Event(HELD_SCRIPTS_EVENT));
  }, []);
  const elements = elementsOf(rendered);
  const preloads = elements.filter(({ type, props }) => type === 'link' && props.rel === 'modulepreload');
  const start = elements.find(({ type, props }) => type === 'script' && props.type === 'module');
  const rest = elements.filter((element) => element !== start && !preloads.includes(element));
  if (!start) return rendered;
  return (
    <>
      {rest.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the router's own elements, which have no names and never move
        <Fragment key={index}>{element}</Fragment>
      ))}
      <script
        nonce={nonce}
        type="text/plain"
        data-held-scripts={preloads.map(({ props }) => props.href).join(' ')}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the router's own script
        dangerouslySetInnerHTML={start.props.dangerouslySetInnerHTML as { __html: string }}
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        dangerouslySetInnerHTML={{ __html: release }}
      />
    </>
  );
}

type Element = ReactElement<Record<string, unknown>>;

function elementsOf(node: ReactNode): Element[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<Record<string, unknown>>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children as ReactNode) : [child];
  });
}
