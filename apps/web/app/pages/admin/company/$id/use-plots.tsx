import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { fileSize } from '@readout/texts/numbers';
import { Bars } from '../../../../ui/bars.tsx';
import { Columns, Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';

/** Captures, failures and bytes of each of the last 30 days. */
export function UsePlots({
  days,
  countedAt,
}: {
  days: PlatformCompanyDetail['days'];
  countedAt: string | null;
}) {
  const text = useText();
  const locale = useLocale();
  const ends: [string, string] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const plots = [
    {
      plot: 'captures' as const,
      tone: 'signal' as const,
      value: (day: (typeof days)[number]) => day.captures,
      said: (value: number) => text('admin.company.capture_count', { count: value }),
    },
    {
      plot: 'failed' as const,
      tone: 'alarm' as const,
      value: (day: (typeof days)[number]) => day.failed,
      said: (value: number) => text('admin.company.page_count', { count: value }),
    },
    {
      plot: 'bytes' as const,
      tone: 'plain' as const,
      value: (day: (typeof days)[number]) => day.bytes,
      said: (value: number) => fileSize(value, locale),
    },
  ];
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.use_by_day')}</h2>
      <Columns count={3} gap="16px 40px">
        {plots.map(({ plot, tone, value, said }) => (
          <div key={plot}>
            <h3 className={classes.plotTitle}>
              {text('admin.company.plot', { plot })}{' '}
              <span>{said(days.reduce((sum, day) => sum + value(day), 0))}</span>
            </h3>
            <Bars
              label={text('admin.company.plot_label', { plot })}
              ends={ends}
              format={said}
              bars={days.map((day) => ({
                at: day.day,
                parts: [{ value: value(day), tone }],
                text: said(value(day)),
              }))}
            />
          </div>
        ))}
      </Columns>
      <Text size={12} tone="dim" above={8}>
        {countedAt ? (
          <FormattedText id="admin.company.days_counted" values={{ when: <When iso={countedAt} /> }} />
        ) : (
          text('admin.company.days_not_counted')
        )}
      </Text>
    </section>
  );
}
