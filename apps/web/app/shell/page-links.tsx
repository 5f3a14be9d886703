import { Links } from 'react-router';
import { elementsOf } from './rendered-elements.ts';

/**
 * The router's links. A style sheet that came with the page (`server/http/brought-sheets.ts`) stays the element it is while its
 * route is shown: as a link it would be asked for again.
 */
export function PageLinks({ nonce }: { nonce: string }) {
  // Its elements are needed, not their effect: the component is called as the hook it is.
  return elementsOf(Links({ nonce })).map((link) => {
    const { href } = link.props;
    if (link.props.rel !== 'stylesheet' || typeof href !== 'string' || !isBrought(href)) return link;
    return (
      <style
        key={link.key}
        nonce={nonce}
        data-sheet={href}
        suppressHydrationWarning
        // What is in it stays there: React writes only what differs from what it wrote before.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  });
}

const isBrought = (href: string): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector(`style[data-sheet="${CSS.escape(href)}"]`) !== null;
