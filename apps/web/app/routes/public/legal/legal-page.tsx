import { Fragment } from 'react';
import page from '../../../ui/page.module.css';
import classes from './legal-page.module.css';
import type { LegalText } from './legal-text.ts';

/** A legal text with its version, contents list and print style. */
export function LegalPage({ text, missing }: { text: LegalText; missing: string[] }) {
  return (
    <div className={`${page.page} ${classes.page}`}>
      <aside className={classes.contents}>
        <nav aria-label="Contents">
          <h2>Contents</h2>
          <ol>
            {text.contents.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </aside>
      {/* Small screens: the same list, folded. */}
      <details className={classes.folded}>
        <summary>Contents</summary>
        <ol>
          {text.contents.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
      <article className={classes.text}>
        <h1>{text.title}</h1>
        <p className={classes.version}>
          Version {text.version}, in effect from <time dateTime={text.effective}>{text.effective}</time>
        </p>
        {missing.length === 0 ? null : (
          <p className={classes.notice} role="note">
            This text is not complete: whoever runs this installation has not said{' '}
            {listOf(missing.map((name) => MISSING[name] ?? name))}. It is set with{' '}
            {missing.map((name, index) => (
              <Fragment key={name}>
                {index === 0 ? null : ', '}
                <code>{name}</code>
              </Fragment>
            ))}
            .
          </p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, or the operator's from the data folder */}
        <div dangerouslySetInnerHTML={{ __html: text.html }} />
      </article>
    </div>
  );
}

const MISSING: Record<string, string> = {
  READOUT_OPERATOR_NAME: 'who they are',
  READOUT_OPERATOR_EMAIL: 'how to write to them',
  READOUT_OPERATOR_ADDRESS: 'where they are',
};

function listOf(parts: string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
