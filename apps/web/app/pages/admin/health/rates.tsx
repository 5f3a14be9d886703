import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import { barMinutes } from '@readout/domain/platform/rules';
import { useHydrated } from '../../../ui/hydrated.ts';
import page from '../../../ui/page.module.css';
import { Plot } from '../../../ui/plot.tsx';
import { useLocale, useText } from '../../../ui/texts.tsx';
import classes from './health.module.css';

/** Readings a minute and failures over the last day. */
export function Rates({ health }: { health: PlatformHealth }) {
  const { bars, lastDay } = health;
  const text = useText();
  const nameOf = useBarNames();
  const all = lastDay.read + lastDay.failed;
  return (
    <div className={classes.plots}>
      <section id="queue">
        <h2 className={page.sectionTitle}>
          {text('operation.health.rates.title')}
          <span>
            {text('operation.health.rates.day', { read: lastDay.read, received: lastDay.received })}
          </span>
        </h2>
        <Plot
          label={text('operation.health.rates.plot')}
          series={[{ name: text('operation.health.rates.series'), tone: 'signal' }]}
          bars={bars.map(({ at, read, received }) => ({
            name: nameOf(at),
            text: text('operation.health.rates.bar', { rate: read / barMinutes, read, received }),
            values: [Math.round((10 * read) / barMinutes) / 10],
          }))}
          hint={text('operation.health.plot_hint')}
        />
      </section>
      <section id="failures">
        <h2 className={page.sectionTitle}>
          {text('operation.health.failures.title')}
          <span>
            {all > 0
              ? text('operation.health.failures.day', {
                  share: 'some',
                  failed: lastDay.failed,
                  percent: (100 * lastDay.failed) / all,
                })
              : text('operation.health.failures.day', { share: 'none', failed: lastDay.failed })}
          </span>
        </h2>
        <Plot
          label={text('operation.health.failures.plot')}
          series={[{ name: text('operation.health.failures.series'), tone: 'alarm' }]}
          bars={bars.map(({ at, failed }) => ({
            name: nameOf(at),
            text: text('operation.health.failures.bar', { failed }),
            values: [failed],
          }))}
          hint={text('operation.health.plot_hint')}
        />
      </section>
    </div>
  );
}

/** Times of the viewer; of UTC until the page runs in their browser. */
function useBarNames(): (iso: string) => string {
  const locale = useLocale();
  const hydrated = useHydrated();
  if (!hydrated) return (iso) => `${iso.slice(11, 16)} UTC`;
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  return (iso) => format.format(Date.parse(iso));
}
