import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import { barMinutes } from '@readout/domain/platform/rules';
import { useHydrated } from '../../../ui/hydrated.ts';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { Plot } from '../../../ui/plot.tsx';
import classes from './health.module.css';

/** Readings a minute and failures over the last day. */
export function Rates({ health }: { health: PlatformHealth }) {
  const { bars, lastDay } = health;
  const nameOf = useBarNames();
  const all = lastDay.read + lastDay.failed;
  return (
    <div className={classes.plots}>
      <section id="queue">
        <h2 className={page.sectionTitle}>
          Readings a minute
          <span>
            {wholeNumber(lastDay.read)} in the last day, {wholeNumber(lastDay.received)} received
          </span>
        </h2>
        <Plot
          label="Pages read a minute, in each quarter of an hour of the last day"
          series={[{ name: 'Read a minute', tone: 'signal' }]}
          bars={bars.map(({ at, read, received }) => ({
            name: nameOf(at),
            text: `${(read / barMinutes).toFixed(1)} a minute (${plural(read, 'page')} read, ${wholeNumber(received)} received)`,
            values: [Math.round((10 * read) / barMinutes) / 10],
          }))}
          hint="Point at a bar to see its numbers."
        />
      </section>
      <section id="failures">
        <h2 className={page.sectionTitle}>
          Failures
          <span>
            {wholeNumber(lastDay.failed)} in the last day
            {all > 0 ? `, ${((100 * lastDay.failed) / all).toFixed(1)} % of all pages` : ''}
          </span>
        </h2>
        <Plot
          label="Pages that could not be read, in each quarter of an hour of the last day"
          series={[{ name: 'Failed', tone: 'alarm' }]}
          bars={bars.map(({ at, failed }) => ({
            name: nameOf(at),
            text: plural(failed, 'page failed', 'pages failed'),
            values: [failed],
          }))}
          hint="Point at a bar to see its numbers."
        />
      </section>
    </div>
  );
}

/** Times of the viewer; of UTC until the page runs in their browser. */
function useBarNames(): (iso: string) => string {
  const hydrated = useHydrated();
  if (!hydrated) return (iso) => `${iso.slice(11, 16)} UTC`;
  const format = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  return (iso) => format.format(Date.parse(iso));
}
