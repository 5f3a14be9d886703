import type { CompanyProfile } from '@readout/domain/companies/get-company';
import { useId } from 'react';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import settings from '../settings.module.css';
import classes from './limits.module.css';

/** What the company may use and what it has used. */
export function LimitsSection({ company }: { company: CompanyProfile }) {
  const { usage, limits } = company;
  return (
    <section className={settings.section}>
      <h2>Limits</h2>
      <p>Whoever runs this Readout can change them. Nothing that was accepted is ever touched by a limit.</p>
      <ul className={classes.limits}>
        <Limit
          name="Members"
          used={usage.members + usage.invitations}
          max={limits.members}
          text={`${wholeNumber(usage.members)} of ${wholeNumber(limits.members)}${usage.invitations > 0 ? `, and ${wholeNumber(usage.invitations)} invited` : ''}`}
        />
        <Limit
          name="Captures this month"
          used={usage.capturesThisMonth}
          max={limits.capturesPerMonth}
          text={`${wholeNumber(usage.capturesThisMonth)} of ${wholeNumber(limits.capturesPerMonth)}`}
        />
        <Limit
          name="Storage"
          used={usage.bytes}
          max={limits.bytes}
          text={`${bytes(usage.bytes)} of ${bytes(limits.bytes)}${usage.unfinishedUploads > 0 ? `, ${bytes(usage.unfinishedBytes)} of it promised to ${plural(usage.unfinishedUploads, 'upload')} under way or unfinished` : ''}`}
        />
        <Limit
          name="Reading today"
          used={usage.readingSecondsToday}
          max={limits.readingSecondsPerDay}
          text={`${minutes(usage.readingSecondsToday)} of ${minutes(limits.readingSecondsPerDay)} of processor time`}
          usedUp="What waits is read tomorrow (UTC)."
        />
        <Limit
          name="Pages read again today"
          used={usage.rereadsToday}
          max={limits.rereadsPerDay}
          text={`${wholeNumber(usage.rereadsToday)} of ${wholeNumber(limits.rereadsPerDay)}`}
          usedUp="More can be read again tomorrow (UTC)."
        />
      </ul>
      <p>
        Reading one page may take {wholeNumber(limits.readingSecondsPerPage)} s of a processor core. What
        takes longer fails, and is read once it is cropped or smaller.
      </p>
    </section>
  );
}

/** "3 h 12 min" */
function minutes(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

function Limit({
  name,
  used,
  max,
  text,
  usedUp = 'Used up: ask whoever runs this Readout for more.',
}: {
  name: string;
  used: number;
  max: number;
  text: string;
  usedUp?: string;
}) {
  const share = max === 0 ? 1 : Math.min(1, used / max);
  const id = useId();
  const tone = share >= 1 ? 'alarm' : share >= 0.8 ? 'notice' : 'plain';
  const remark = share >= 1 ? ` ${usedUp}` : '';
  return (
    <li>
      <span id={id}>{name}</span>
      <span className={classes.text} data-tone={tone}>
        {text}.{remark}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn alike in all browsers */}
      <div
        className={classes.meter}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(used, max)}
        aria-valuetext={text}
      >
        <span data-tone={tone} style={{ width: `${100 * share}%` }} />
      </div>
    </li>
  );
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units, as the limits are set in. */
function bytes(count: number): string {
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}
