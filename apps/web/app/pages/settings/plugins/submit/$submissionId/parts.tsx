import type { SubmissionDetail } from '@readout/domain/plugins/submissions/get-submission';
import { packageLimits } from '@readout/plugin-kit/package';
import { sizeInWords } from '../../../../../plugins/standing.ts';
import settings from '../../../../../ui/settings.module.css';
import { useLocale, useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';

/** Everything besides fixtures that leaves, word for word, and how large it all is. */
export function Parts({ detail }: { detail: SubmissionDetail }) {
  const text = useText();
  const locale = useLocale();
  const { parts, fixtures, bytes, publisher, submission } = detail;
  const leaving = fixtures.filter(({ leaves }) => leaves !== 'private');
  const pictures = leaving.filter(({ leaves }) => leaves === 'picture').length;
  const lines = leaving.reduce((sum, { outcome }) => sum + outcome.input.reading.lines.length, 0);
  const staying = fixtures.length - leaving.length;
  const passed = fixtures.filter(({ leaves, outcome }) => leaves === 'private' && outcome.passed).length;
  return (
    <section className={settings.section} aria-labelledby="parts">
      <h2 id="parts">{text('studio.submit.parts_title')}</h2>
      <dl className={settings.facts}>
        <dt>{text('studio.submit.publisher')}</dt>
        <dd>{publisher}</dd>
        <dt>{text('studio.submit.fixtures', { state: 'preparing' })}</dt>
        <dd>{text('studio.submit.leaving_count', { count: leaving.length, pictures, lines })}</dd>
        <dt>{text('studio.submit.staying')}</dt>
        <dd>{text('studio.submit.staying_count', { count: staying, passed })}</dd>
        <dt>{text('studio.submit.size')}</dt>
        <dd data-over={bytes > packageLimits.maxPayloadBytes || undefined}>
          {text(submission.sha256 ? 'studio.submit.size_of' : 'studio.submit.about_size_of', {
            size: sizeInWords(bytes, locale),
            limit: sizeInWords(packageLimits.maxPayloadBytes, locale),
          })}
        </dd>
        {submission.sha256 ? (
          <>
            <dt>SHA-256</dt>
            <dd className={classes.hash}>{submission.sha256}</dd>
          </>
        ) : null}
      </dl>
      <Part title={text('studio.submit.manifest')} content={JSON.stringify(parts.manifest, null, 2)} />
      {parts.template === null ? null : (
        <Part title={text('studio.submit.template')} content={JSON.stringify(parts.template, null, 2)} />
      )}
      <Part title={text('studio.submit.program')} content={parts.source} />
      <Part title="README" content={parts.readme || text('studio.submit.empty')} />
    </section>
  );
}

function Part({ title, content }: { title: string; content: string }) {
  const locale = useLocale();
  return (
    <details className={classes.part}>
      <summary>
        {title} <small>{sizeInWords(new TextEncoder().encode(content).length, locale)}</small>
      </summary>
      <pre>
        <code>{content}</code>
      </pre>
    </details>
  );
}
