import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Form, Link, useFetcher } from 'react-router';
import { useMemberData, useRootData } from '../page-data.ts';
import { Banner } from '../ui/banner.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { IconAlertTriangle, IconInfoCircle, IconLock, IconUserCheck } from '../ui/icons.ts';
import { Text } from '../ui/layout.tsx';
import { FormattedText, useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';

const graceDays = 30;
const dayMs = 86_400_000;

/** What everyone on the page has to know, above everything else; nothing where there is nothing. */
export function Banners() {
  const viewer = useViewer();
  const text = useText();
  const platform = useRootData()?.platform;
  const company = viewer?.company;
  return (
    <>
      {viewer?.impersonated ? <ActingAs /> : null}
      {platform?.readOnlySince ? (
        <Banner tone="notice" icon={<IconLock size={16} aria-hidden />}>
          <FormattedText id="common.banner.maintenance" /> <span dir="auto">{platform.readOnlyNote}</span>
        </Banner>
      ) : null}
      {company?.status === 'suspended' ? (
        <Banner tone="notice" icon={<IconAlertTriangle size={16} aria-hidden />}>
          <FormattedText id="common.banner.suspended" values={{ company: <CompanyName {...company} /> }} />
        </Banner>
      ) : null}
      {company?.status === 'closing' ? (
        <Banner tone="alarm" icon={<IconAlertTriangle size={16} aria-hidden />}>
          <FormattedText
            id="common.banner.closing"
            values={{ ...closingDays(company.closingAt), company: <CompanyName {...company} /> }}
          />{' '}
          {viewer?.role === 'owner' ? (
            <Link to="/settings/company">{text('common.banner.stop_closing')}</Link>
          ) : (
            text('common.banner.owner_can_stop')
          )}
        </Banner>
      ) : null}
      <StoppedTargets />
      <Announcement />
    </>
  );
}

const CompanyName = ({ name }: { name: string }) => <strong dir="auto">{name}</strong>;

/** `closingAt`: when closing was asked for. */
function closingDays(closingAt: string | null): { state: 'soon' | 'over' | 'in'; days: number } {
  if (closingAt === null) return { state: 'soon', days: 0 };
  const days = Math.ceil((Date.parse(closingAt) + graceDays * dayMs - Date.now()) / dayMs);
  return { state: days <= 0 ? 'over' : 'in', days };
}

function StoppedTargets() {
  const text = useText();
  const stopped = useMemberData()?.stoppedTargets ?? [];
  const [first] = stopped;
  if (!first) return null;
  const count = stopped.length;
  return (
    <Banner tone="alarm" icon={<IconAlertTriangle size={16} aria-hidden />}>
      {text('common.banner.targets_paused', { count, name: first.name })}{' '}
      <Link to={`/settings/deliveries${count === 1 ? `/${first.id}` : ''}`}>
        {text('common.banner.show_targets', { count })}
      </Link>
    </Banner>
  );
}

function ActingAs() {
  const text = useText();
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
            {text('common.banner.stop_acting')}
          </Button>
        </Form>
      }
    >
      <FormattedText
        id="common.banner.acting"
        values={{
          name: <CompanyName {...viewer.user} />,
          left: left === undefined ? 'unknown' : left <= 0 ? 'over' : 'some',
          minutes: left ?? 0,
        }}
      />{' '}
      {text('common.banner.acting_may', { scope: viewer.support ?? 'read' })}
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
  const text = useText();
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
            <CloseButton type="submit" size="sm" aria-label={text('common.banner.dismiss')} />
          </fetcher.Form>
        )
      }
    >
      <Text dir="auto" as="span" hasLines>
        {platform.announcement}
      </Text>
    </Banner>
  );
}
