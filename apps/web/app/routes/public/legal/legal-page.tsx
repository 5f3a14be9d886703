import page from '../../../ui/page.module.css';
import classes from './legal-page.module.css';
import type { LegalText } from './legal-text.ts';

/** A legal text with its version, contents list and print style. */
export function LegalPage({ text, isOperatorNamed }: { text: LegalText; isOperatorNamed: boolean }) {
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
      <article className={classes.text}>
        <h1>{text.title}</h1>
        <p className={classes.version}>
          Version {text.version}, in effect since <time dateTime={text.effective}>{text.effective}</time>
        </p>
        {isOperatorNamed ? null : (
          <p className={classes.notice}>
            Whoever runs this installation has not given a name yet. It is set with{' '}
            <code>READOUT_OPERATOR_NAME</code>, <code>READOUT_OPERATOR_EMAIL</code> and{' '}
            <code>READOUT_OPERATOR_ADDRESS</code>.
          </p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, or the operator's from the data folder */}
        <div dangerouslySetInnerHTML={{ __html: text.html }} />
      </article>
    </div>
  );
}
