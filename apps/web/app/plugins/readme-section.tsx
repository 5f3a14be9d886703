import type { ReactNode } from 'react';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import classes from './plugins.module.css';
import type { ReadmeNode } from './readme.server.ts';

/** What the author wrote about it. Nothing of it is trusted: see `parseReadme`. */
export function ReadmeSection({ readme }: { readme: ReadmeNode[] }) {
  const text = useText();
  if (readme.length === 0) return null;
  return (
    <section className={settings.section} aria-labelledby="readme">
      <h2 id="readme">{text('settings.plugins.readme')}</h2>
      <div className={classes.readme} dir="auto">
        <Nodes nodes={readme} />
      </div>
    </section>
  );
}

function Nodes({ nodes }: { nodes: readonly ReadmeNode[] }): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes order
    <Node key={index} node={node} />
  ));
}

function Node({ node }: { node: ReadmeNode }): ReactNode {
  switch (node.is) {
    case 'text':
      return node.text;
    case 'code':
      return <code>{node.text}</code>;
    case 'block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
        <pre tabIndex={0}>{node.text}</pre>
      );
    case 'rule':
      return <hr />;
    case 'break':
      return <br />;
    case 'table':
      return <Table {...node} />;
    case 'list': {
      const List = node.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          <Nodes nodes={node.of} />
        </List>
      );
    }
    case 'link':
      return (
        <a href={node.href} rel="noopener noreferrer nofollow" target="_blank" title={node.href}>
          <Nodes nodes={node.of} />
        </a>
      );
    default: {
      const Element = elements[node.is];
      return (
        <Element>
          <Nodes nodes={node.of} />
        </Element>
      );
    }
  }
}

const elements = {
  heading: 'h3',
  subheading: 'h4',
  paragraph: 'p',
  quote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
  item: 'li',
} as const;

function Table({ head, rows }: { head: ReadmeNode[][]; rows: ReadmeNode[][][] }) {
  const text = useText();
  const cells = (row: ReadmeNode[][], Cell: 'th' | 'td') =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes order
      <Cell key={index}>
        <Nodes nodes={cell} />
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={text('settings.plugins.table')}>
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes order
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
