import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useEffect } from 'react';
import { Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { textFilesOf } from '../texts/text-files.ts';
import { useLocale } from '../ui/texts.tsx';
import {
  HYDRATED_EVENT,
  releaseAtInteraction,
  releaseAtPicture,
  releaseWhenPainted,
} from './held-scripts.ts';

/**
 * When a page that was rendered by the server loads its scripts; a route says so with `handle = { scripts: … }`.
 * - `paint`: once it is painted, so that its style sheets and fonts go first on a slow line. The default.
 * - `picture`: once its video shows a picture, which asks for the same cores; where none comes, soon after it is painted.
 * - `interaction`: when somebody first points at something, taps or types.
 * - `never`: it is only read; its links are plain links.
 *
 * Links and forms work before; what else is clicked meanwhile is done as soon as it can be (see `held-scripts.ts`).
 */
export interface ScriptsHandle {
  scripts: 'paint' | 'picture' | 'interaction' | 'never';
}

/** The router's scripts, at the time the page's innermost route asks for. */
export function PageScripts({ nonce }: { nonce: string }) {
  const handles = useMatches().map(({ handle }) => handle as Partial<ScriptsHandle> | undefined);
  const wanted = handles.findLast((each) => each?.scripts)?.scripts ?? 'paint';
  const isServer = typeof document === 'undefined';
  if (isServer && wanted === 'never' && !import.meta.env.DEV) return null;
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      {/* The development server's own script reloads changed modules, so there they are always loaded at once. */}
      {import.meta.env.DEV ? (
        <Scripts nonce={nonce} />
      ) : (
        <HeldScripts nonce={nonce} release={releases[wanted]} />
      )}
    </>
  );
}

const releases = {
  paint: releaseWhenPainted,
  picture: releaseAtPicture,
  interaction: releaseAtInteraction,
  never: releaseWhenPainted,
};

function HeldScripts({ nonce, release }: { nonce: string; release: string }) {
  // Its elements are needed, not their effect: the component is called as the hook it is.
  const rendered = Scripts({ nonce });
  const texts = textFilesOf(useLocation().pathname, useLocale());
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  const elements = elementsOf(rendered);
  const preloads = elements.filter(({ type, props }) => type === 'link' && props.rel === 'modulepreload');
  const start = elements.find(({ type, props }) => type === 'script' && props.type === 'module');
  if (!start) return rendered;
  return (
    <>
      {elements
        .filter((element) => element !== start && !preloads.includes(element))
        .map((element, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the router's own elements, which have no names and never move
          <Fragment key={index}>{element}</Fragment>
        ))}
      <script
        nonce={nonce}
        type="text/plain"
        data-held-scripts={preloads.map(({ props }) => props.href).join(' ')}
        data-held-texts={texts.map(({ address }) => address).join(' ')}
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
