import { useLocation } from 'react-router';
import { Banner } from '../ui/banner.tsx';
import { IconDeviceMobileUp } from '../ui/icons.ts';
import { plural } from '../ui/numbers.ts';
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
      {hold === 'signed-out' ? 'You are signed out. ' : 'Something is asked of you first. '}
      <a href={address}>
        {hold === 'signed-out' ? 'Sign in' : 'See what it is'} to send {plural(waiting, 'capture')}
      </a>
      {' that wait on this device.'}
    </Banner>
  );
}
