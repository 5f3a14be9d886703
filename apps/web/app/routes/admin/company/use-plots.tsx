import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { Bars } from '../../../ui/bars.tsx';
import { fileSize, plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';

/** Captures, failures and bytes of each of the last 30 days. */
export function UsePlots({
  days,
  countedAt,
}: {
  days: PlatformCompanyDetail['days'];
  countedAt: string | null;
}) {
  const ends: [string, string] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const plots = [
    {
      title: 'Captures',
      tone: 'signal' as const,
      value: (day: (typeof days)[number]) => day.captures,
      text: (value: number) => plural(value, 'capture'),
    },
    {
      title: 'Failed pages',
      tone: 'alarm' as const,
      value: (day: (typeof days)[number]) => day.failed,
      text: (value: number) => plural(value, 'page'),
    },
    {
      title: 'Bytes taken in',
      tone: 'plain' as const,
      value: (day: (typeof days)[number]) => day.bytes,
      text: fileSize,
    },
  ];
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Use by day</h2>
      <div className={classes.plots}>
        {plots.map(({ title, tone, value, text }) => (
          <div key={title}>
            <h3 className={classes.plotTitle}>
              {title} <span>{text(days.reduce((sum, day) => sum + value(day), 0))}</span>
            </h3>
            <Bars
              label={`${title} on each of the last 30 days`}
              ends={ends}
              format={text}
              bars={days.map((day) => ({
                at: day.day,
                parts: [{ value: value(day), tone }],
                text: text(value(day)),
              }))}
            />
          </div>
        ))}
      </div>
      <p className={classes.counted}>
        Days in UTC.{' '}
        {countedAt ? (
          <>
            Counted <When iso={countedAt} />.
          </>
        ) : (
          'Counted within a minute.'
        )}
      </p>
    </section>
  );
}
