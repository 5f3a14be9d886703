import type { Permission } from '@readout/domain/policy';
import type { Watch, WatchAlarm } from '@readout/domain/watches/rules';
import { Form } from 'react-router';
import page from '../../ui/page.module.css';
import { When } from '../../ui/when.tsx';
import classes from './watch.module.css';
import { alarmText } from './words.ts';

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
  if (alarms.length === 0)
    return (
      <p className={page.dim}>
        None.{' '}
        {watch.low === null && watch.high === null
          ? 'Limits are set in the settings below; a reading that is lost is told anyway.'
          : ''}
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
            <p className={classes.alarmText}>{alarmText(alarm, watch.reads)}</p>
            <p className={classes.facts}>
              <span>
                <When iso={alarm.openedAt} exact />
              </span>
              {alarm.closedAt ? (
                <span>
                  over <When iso={alarm.closedAt} exact />
                </span>
              ) : (
                <span className={classes.tone} data-tone="alarm">
                  still going on
                </span>
              )}
            </p>
            {alarm.acknowledged ? (
              <p className={classes.facts}>
                <span>
                  Seen by <bdi>{alarm.acknowledged.by.name}</bdi>, <When iso={alarm.acknowledged.at} />
                  {alarm.acknowledged.note ? `: ${alarm.acknowledged.note}` : ''}
                </span>
              </p>
            ) : null}
          </div>
          {!alarm.acknowledged && may.allowed ? (
            <Form method="post" preventScrollReset className={classes.acknowledge}>
              <input type="hidden" name="alarmId" value={alarm.id} />
              <input name="note" aria-label="Note to this alarm" placeholder="Note" maxLength={500} />
              <button type="submit" name="intent" value="acknowledge" className={classes.textButton}>
                Acknowledge
              </button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
