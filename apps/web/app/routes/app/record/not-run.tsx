import type { CaptureDetail } from '@readout/domain/captures/rules';
import { Link } from 'react-router';
import { ReadAgain } from './read-again.tsx';
import classes from './record.module.css';

/** Codes of readers that were not begun at all. */
const notBegun = ['plugin.blocked', 'plugin.not_intact', 'plugin.kind_not_runnable'];

/** Which installed readers gave nothing for this page, and why; nothing where each ran to its end. */
export function NotRun({ detail, titles }: { detail: CaptureDetail; titles: Record<string, string> }) {
  const { notRun } = detail;
  if (notRun.length === 0) return null;
  const begun = notRun.filter(({ code }) => !notBegun.includes(code)).length;
  const what = begun === 0 ? 'did not run' : begun === notRun.length ? 'failed' : 'did not run or failed';
  const stopped = notRun.filter(({ code, mayRun }) => code === 'plugin.blocked' && !mayRun);
  return (
    <section className={classes.notRun} aria-labelledby="not-run">
      <h3 id="not-run">
        {notRun.length === 1 ? 'A reader' : `${notRun.length} readers`} {what} on this picture
      </h3>
      <ul>
        {notRun.map(({ plugin, name, version, code, detail }) => (
          <li key={plugin}>
            <Link to={`/settings/plugins/${plugin}`}>{name}</Link>{' '}
            <span className={classes.dim}>{version}</span>
            {': '}
            {code === 'plugin.blocked' ? (
              <>whoever runs this Readout blocked it: {detail}</>
            ) : (
              <>
                {titles[code] ?? 'It failed'}. {detail} <code className={classes.dim}>{code}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>
        {stopped.length === notRun.length
          ? 'The other readers read it. Read it again once this may run, or in another version.'
          : 'The other readers read it. Read again runs what may run now.'}
      </p>
      <div className={classes.failedActions}>
        <ReadAgain detail={detail} />
      </div>
    </section>
  );
}
