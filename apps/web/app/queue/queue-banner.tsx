import { useLocation } from 'react-router';
import { Banner } from '../ui/banner.tsx';
import { IconDeviceMobileUp } from '../ui/icons.ts';
import { FormattedText } from '../ui/texts.tsx';
import { useQueueCounts, useQueueHold } from './use-queue.ts';

/** Captures wait for a person: nothing will send them before they sign in, or do what is asked of them. */
export function QueueBanner() {
  const hold = useQueueHold();
  const { waiting } = useQueueCounts();
  const { pathname } = useLocation();
  if (waiting === 0 || (hold !== 'signed-out' && hold !== 'demands')) return null;
  const address = hold === 'signed-out' ? `/auth/sign-in?to=${encodeURIComponent(pathname)}` : pathname;
  return (
    <Banner tone="notice" icon={<IconDeviceMobileUp size={16} aria-hidden />}>
      <FormattedText
        id="common.waiting.banner"
        values={{
          hold: hold === 'signed-out' ? 'signed_out' : 'demands',
          count: waiting,
          link: (inside) => <a href={address}>{inside}</a>,
        }}
      />
    </Banner>
  );
}
