import type { Permission } from '@readout/domain/policy';
import type { Watch, WatchAlarm } from '@readout/domain/watches/rules';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Text } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { alarmText } from '../../../watch/words.ts';
import classes from './watch.module.css';

/** What went wrong, newest first, each with its picture and who has seen it. */
export function Alarms({
  alarms,
  watch,
  may,
}: {
  alarms: readonly WatchAlarm[];
  watch: Watch;
  may: Permission;
}) {
  const text = useText();
  const locale = useLocale();
  if (alarms.length === 0)
    return (
      <p className={page.dim}>
        {watch.low === null && watch.high === null
          ? text('watch.page.no_alarm_no_limits')
          : text('watch.page.no_alarm')}
      </p>
    );
  return (
    <ul className={classes.alarms}>
      {alarms.map((alarm) => (
        <li key={alarm.id} data-open={alarm.closedAt === null || undefined}>
          {alarm.hasPicture ? (
            <img src={`/api/v1/watches/${watch.id}/alarms/${alarm.id}/picture`} alt="" loading="lazy" />
          ) : (
            <span className={classes.noPicture} aria-hidden />
          )}
          <div>
            <Text size={15} weight={560}>
              {alarmText(alarm, watch.reads, text, locale)}
            </Text>
            <p className={classes.facts}>
              <span>
                <When iso={alarm.openedAt} exact />
              </span>
              {alarm.closedAt ? (
                <span>
                  <FormattedText
                    id="watch.page.over_when"
                    values={{ when: <When iso={alarm.closedAt} exact /> }}
                  />
                </span>
              ) : (
                <span className={classes.tone} data-tone="alarm">
                  {text('watch.page.still_going_on')}
                </span>
              )}
            </p>
            {alarm.acknowledged ? (
              <p className={classes.facts}>
                <span>
                  <Seen {...alarm.acknowledged} />
                </span>
              </p>
            ) : null}
          </div>
          {!alarm.acknowledged && may.allowed ? (
            <Form method="post" preventScrollReset className={classes.acknowledge}>
              <input type="hidden" name="alarmId" value={alarm.id} />
              <input
                name="note"
                aria-label={text('watch.page.note_alarm')}
                placeholder={text('watch.page.note')}
                maxLength={500}
              />
              <button type="submit" name="intent" value="acknowledge" className={classes.textButton}>
                {text('watch.page.acknowledge')}
              </button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Seen({ by, at, note }: NonNullable<WatchAlarm['acknowledged']>) {
  const values = {
    by: by.name,
    when: <When iso={at} />,
    name: (inside: ReactNode[]) => <bdi>{inside}</bdi>,
  };
  return note ? (
    <FormattedText id="watch.page.seen_with_note" values={{ ...values, note }} />
  ) : (
    <FormattedText id="watch.page.seen_by" values={values} />
  );
}
