import type { SubmissionDetail } from '@readout/domain/plugins/submissions/get-submission';
import { packageLimits } from '@readout/plugin-kit/package';
import settings from '../../settings.module.css';
import classes from '../submit.module.css';
import { sizeInWords } from '../words.ts';

/** Everything besides fixtures that leaves, word for word, and how large it all is. */
export function Parts({ detail }: { detail: SubmissionDetail }) {
  const { parts, fixtures, bytes, publisher, submission } = detail;
  const leaving = fixtures.filter(({ leaves }) => leaves !== 'private');
  const pictures = leaving.filter(({ leaves }) => leaves === 'picture').length;
  const lines = leaving.reduce((sum, { outcome }) => sum + outcome.input.reading.lines.length, 0);
  const staying = fixtures.length - leaving.length;
  const passed = fixtures.filter(({ leaves, outcome }) => leaves === 'private' && outcome.passed).length;
  return (
    <section className={settings.section} aria-labelledby="parts">
      <h2 id="parts">What leaves, in one list</h2>
      <dl className={settings.facts}>
        <dt>Publisher</dt>
        <dd>{publisher}</dd>
        <dt>Fixtures</dt>
        <dd>
          {leaving.length === 0
            ? 'none'
            : `${leaving.length}, ${pictures} of them with a picture, ${lines} lines of text`}
        </dd>
        <dt>Staying here</dt>
        <dd>
          {staying === 0
            ? 'none'
            : `${staying} ${staying === 1 ? 'fixture' : 'fixtures'}; only that ${passed} of them ${passed === 1 ? 'is' : 'are'} as expected is told`}
        </dd>
        <dt>Size</dt>
        <dd data-over={bytes > packageLimits.maxPayloadBytes || undefined}>
          {submission.sha256 ? '' : 'about '}
          {sizeInWords(bytes)} of {sizeInWords(packageLimits.maxPayloadBytes)}
        </dd>
        {submission.sha256 ? (
          <>
            <dt>SHA-256</dt>
            <dd className={classes.hash}>{submission.sha256}</dd>
          </>
        ) : null}
      </dl>
      <Part title="Manifest" text={JSON.stringify(parts.manifest, null, 2)} />
      {parts.template === null ? null : (
        <Part title="Template" text={JSON.stringify(parts.template, null, 2)} />
      )}
      {parts.source === null ? (
        <p className={classes.hint}>
          No source comes with it, its program of {sizeInWords(parts.codeBytes)} does.
        </p>
      ) : (
        <Part title="Program" text={parts.source} />
      )}
      <Part title="README" text={parts.readme || 'Empty.'} />
    </section>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <details className={classes.part}>
      <summary>
        {title} <small>{sizeInWords(new TextEncoder().encode(text).length)}</small>
      </summary>
      <pre>
        <code>{text}</code>
      </pre>
    </details>
  );
}
