import type { CompanyProfile } from '@readout/domain/companies/get-company';
import { useId } from 'react';
import settings from '../../../ui/settings.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import classes from './limits.module.css';

/** What the company may use and what it has used. */
export function LimitsSection({ company }: { company: CompanyProfile }) {
  const text = useText();
  const locale = useLocale();
  const stored = { used: bytes(company.usage.bytes, locale), max: bytes(company.limits.bytes, locale) };
  const { usage, limits } = company;
  return (
    <section className={settings.section}>
      <h2>{text('settings.company.limits')}</h2>
      <p>{text('settings.company.limits_hint')}</p>
      <ul className={classes.limits}>
        <Limit
          name={text('settings.company.limit_members')}
          used={usage.members + usage.invitations}
          max={limits.members}
          text={text('settings.company.limit_members_used', {
            used: usage.members,
            max: limits.members,
            invited: usage.invitations,
          })}
        />
        <Limit
          name={text('settings.company.limit_captures')}
          used={usage.capturesThisMonth}
          max={limits.capturesPerMonth}
          text={text('settings.company.limit_used', {
            used: usage.capturesThisMonth,
            max: limits.capturesPerMonth,
          })}
        />
        <Limit
          name={text('settings.company.limit_storage')}
          used={usage.bytes}
          max={limits.bytes}
          text={
            usage.unfinishedUploads > 0
              ? text('settings.company.limit_storage_promised', {
                  ...stored,
                  promised: bytes(usage.unfinishedBytes, locale),
                  uploads: usage.unfinishedUploads,
                })
              : text('settings.company.limit_storage_used', stored)
          }
        />
        <Limit
          name={text('settings.company.limit_reading')}
          used={usage.readingSecondsToday}
          max={limits.readingSecondsPerDay}
          text={text('settings.company.limit_reading_used', {
            used: minutes(usage.readingSecondsToday),
            max: minutes(limits.readingSecondsPerDay),
          })}
          usedUp={text('settings.company.limit_reading_up')}
        />
        <Limit
          name={text('settings.company.limit_rereads')}
          used={usage.rereadsToday}
          max={limits.rereadsPerDay}
          text={text('settings.company.limit_used', { used: usage.rereadsToday, max: limits.rereadsPerDay })}
          usedUp={text('settings.company.limit_rereads_up')}
        />
      </ul>
      <p>{text('settings.company.limit_page', { seconds: limits.readingSecondsPerPage })}</p>
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
  text: inWords,
  usedUp,
}: {
  name: string;
  used: number;
  max: number;
  text: string;
  usedUp?: string;
}) {
  const text = useText();
  const share = max === 0 ? 1 : Math.min(1, used / max);
  const id = useId();
  const tone = share >= 1 ? 'alarm' : share >= 0.8 ? 'notice' : 'plain';
  const remark = share >= 1 ? ` ${usedUp ?? text('settings.company.limit_up')}` : '';
  return (
    <li>
      <span id={id}>{name}</span>
      <span className={classes.text} data-tone={tone}>
        {inWords}.{remark}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn alike in all browsers */}
      <div
        className={classes.meter}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(used, max)}
        aria-valuetext={inWords}
      >
        <span data-tone={tone} style={{ width: `${100 * share}%` }} />
      </div>
    </li>
  );
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units, as the limits are set in. */
function bytes(count: number, locale: string): string {
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}
