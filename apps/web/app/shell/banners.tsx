import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Form, Link, useFetcher } from 'react-router';
import classes from '../ui/banner.module.css';
import { Banner } from '../ui/banner.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { IconAlertTriangle, IconInfoCircle, IconLock, IconUserCheck } from '../ui/icons.ts';
import { useMemberData, useRootData } from './page-data.ts';
import { useViewer } from './viewer.ts';

const graceDays = 30;
const dayMs = 86_400_000;

/** What everyone on the page has to know, above everything else; nothing where there is nothing. */
export function Banners() {
  const viewer = useViewer();
  const platform = useRootData()?.platform;
  const company = viewer?.company;
  return (
    <>
      {viewer?.impersonated ? <ActingAs /> : null}
      {platform?.readOnlySince ? (
        <Banner tone="notice" icon={<IconLock size={16} aria-hidden />}>
          <strong>Maintenance.</strong> Everything can be read, nothing can be changed at the moment.{' '}
          <span dir="auto">{platform.readOnlyNote}</span>
        </Banner>
      ) : null}
      {company?.status === 'suspended' ? (
        <Banner tone="notice" icon={<IconAlertTriangle size={16} aria-hidden />}>
          <strong dir="auto">{company.name}</strong> is suspended: everything can be read and exported,
          nothing new is accepted.
        </Banner>
      ) : null}
      {company?.status === 'closing' ? (
        <Banner tone="alarm" icon={<IconAlertTriangle size={16} aria-hidden />}>
          <strong dir="auto">{company.name}</strong> {closingText(company.closingAt)}{' '}
          {viewer?.role === 'owner' ? (
            <Link to="/settings/company">Stop it in the company settings</Link>
          ) : (
            'An owner can stop it.'
          )}
        </Banner>
      ) : null}
      <Announcement />
    </>
  );
}

/** `closingAt`: when closing was asked for. */
export function closingText(closingAt: string | null, now = Date.now()): string {
  if (closingAt === null) return 'is being closed and accepts nothing new.';
  const days = Math.ceil((Date.parse(closingAt) + graceDays * dayMs - now) / dayMs);
  if (days <= 0) return 'is closed: everything in it is about to be deleted.';
  return `is being closed: everything in it is deleted in ${days === 1 ? '1 day' : `${days} days`}.`;
}

const ACTING = {
  read: 'You can look, not change.',
  correct: 'The company lets you correct captures and records.',
  manage: 'The company lets you change things.',
};

function ActingAs() {
  const viewer = useViewer();
  const until = viewer?.actingUntil;
  const left = useMinutesLeft(until);
  if (!viewer) return null;
  return (
    <Banner
      tone="notice"
      icon={<IconUserCheck size={16} aria-hidden />}
      action={
        <Form method="post" action="/admin/stop-acting">
          <Button type="submit" size="compact-sm">
            Stop
          </Button>
        </Form>
      }
    >
      You are acting as <strong dir="auto">{viewer.user.name}</strong>
      {left === undefined ? '' : left <= 0 ? ', which is over' : `, ${left} min left`}.{' '}
      {ACTING[viewer.support ?? 'read']} Everything you open is in the company’s audit list, by your name.
    </Banner>
  );
}

/** Whole minutes until then, counted down; undefined before the page runs in a browser. */
function useMinutesLeft(until: string | undefined): number | undefined {
  const hydrated = useHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (!hydrated || until === undefined) return undefined;
  return Math.ceil((Date.parse(until) - now) / 60_000);
}

function Announcement() {
  const platform = useRootData()?.platform;
  const dismissed = useMemberData()?.dismissedAnnouncement;
  const fetcher = useFetcher();
  if (!platform?.announcement) return null;
  const revision = platform.announcedAt ?? '';
  if (dismissed === revision || fetcher.formData?.get('announcedAt') === revision) return null;
  const isWarning = platform.announcementTone === 'warning';
  return (
    <Banner
      tone={isWarning ? 'notice' : 'plain'}
      icon={
        isWarning ? <IconAlertTriangle size={16} aria-hidden /> : <IconInfoCircle size={16} aria-hidden />
      }
      action={
        // Refused during maintenance, as every change.
        platform.readOnlySince ? null : (
          <fetcher.Form method="post" action="/notifications">
            <input type="hidden" name="intent" value="dismiss-announcement" />
            <input type="hidden" name="announcedAt" value={revision} />
            <CloseButton type="submit" size="sm" aria-label="Dismiss this announcement" />
          </fetcher.Form>
        )
      }
    >
      <span dir="auto" className={classes.own}>
        {platform.announcement}
      </span>
    </Banner>
  );
}
