import type { CaptureDetail } from '@readout/domain/captures/rules';
import { Link } from 'react-router';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import { ReadAgain } from './read-again.tsx';
import classes from './record.module.css';

/** Codes of readers that were not begun at all. */
const notBegun = [
  'plugin.blocked',
  'plugin.paused',
  'plugin.budget_spent',
  'plugin.not_intact',
  'plugin.kind_not_runnable',
];
/** Of those, what reading again does not run before somebody lets it. */
const held = ['plugin.blocked', 'plugin.paused'];

/** Which installed readers gave nothing for this page, and why; nothing where each ran to its end. */
export function NotRun({ detail, titles }: { detail: CaptureDetail; titles: Record<string, string> }) {
  const text = useText();
  const { notRun } = detail;
  if (notRun.length === 0) return null;
  const begun = notRun.filter(({ code }) => !notBegun.includes(code)).length;
  const how = begun === 0 ? 'not_run' : begun === notRun.length ? 'failed' : 'mixed';
  const stopped = notRun.filter(({ code, mayRun }) => held.includes(code) && !mayRun);
  return (
    <section className={classes.notRun} aria-labelledby="not-run">
      <h3 id="not-run">{text('workspace.record.readers_not_run', { how, count: notRun.length })}</h3>
      <ul>
        {notRun.map(({ plugin, name, version, code, detail }) => (
          <li key={plugin}>
            <Link to={`/settings/plugins/${plugin}`}>{name}</Link>{' '}
            <span className={classes.dim}>{version}</span>
            {': '}
            {code === 'plugin.blocked' ? (
              text('workspace.record.blocked_because', { why: detail })
            ) : (
              <>
                {titles[code] ?? text('workspace.record.it_failed')}. {detail}{' '}
                <code className={classes.dim}>{code}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>
        {stopped.length === notRun.length
          ? text('workspace.record.other_readers_read_read_again')
          : text('workspace.record.other_readers_read_read_again_2')}
      </p>
      <Row gap={8}>
        <ReadAgain detail={detail} />
      </Row>
    </section>
  );
}
