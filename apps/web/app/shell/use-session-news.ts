import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { answerCompanyQuestion, leavePage } from '../company-of-page.ts';
import { lockQueues } from '../queue/capture-queue.ts';
import { useLiveNews } from '../ui/live/live.ts';
import { useLateRevalidation } from '../ui/use-late-revalidation.ts';
import type { Viewer } from '../viewer.ts';

/** Everybody hears of maintenance at the same moment; not all ask at the same moment. */
const spreadMs = 1500;
/** Whatever the page is just doing may be what ended the session: a sign-out leads somewhere by itself. */
const patienceMs = 1000;

/** Keeps the frame of the page true: who one is, what one may do, what the installation says. For the shell alone. */
export function useSessionNews(viewer: Viewer | null): void {
  const revalidate = useLateRevalidation();
  const navigation = useNavigation();
  const isBusy = useRef(false);
  isBusy.current = navigation.state !== 'idle';
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const later = (work: () => void, ms: number): void => {
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      work();
    }, ms);
    timers.current.add(timer);
  };
  useEffect(() => {
    const mine = timers.current;
    return () => {
      for (const timer of mine) clearTimeout(timer);
      mine.clear();
    };
  }, []);

  const lookAgain = async (): Promise<void> => {
    const session = await fetch('/api/auth/get-session').then(
      (response) => (response.ok ? (response.json() as Promise<unknown>) : undefined),
      () => undefined,
    );
    // Not answered: the connection comes back by itself and tells then.
    if (session === undefined) return;
    // A whole new page: nothing of the person who was here stays in memory.
    if (session === null) {
      await lockQueues();
      window.location.reload();
    } else revalidate();
  };

  useLiveNews('session', ({ reason }) => {
    if (reason === 'suspended') {
      leavePage('/auth/error?error=BANNED_USER');
      return;
    }
    if (isBusy.current) later(() => void lookAgain(), patienceMs);
    else void lookAgain();
  });
  useSameCompany(viewer, revalidate);
  useLiveNews('company', revalidate);
  useLiveNews('platform', () => later(revalidate, Math.random() * spreadMs));
  useLiveNews('resume', revalidate);
}

const companyChannel = (userId: string): string => `readout-company ${userId}`;

/** Tells the other tabs which company their person works in now. */
export function tellCompany(userId: string, companyId: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(companyChannel(userId));
  channel.postMessage(companyId);
  channel.close();
}

/**
 * The company one works in is the session's, not the tab's: where it is changed in one tab, the others learn of it at once.
 * A page about the former asks for its data again, is refused, and says so; see company-of-page.ts.
 */
function useSameCompany(viewer: Viewer | null, onOther: () => void): void {
  const userId = viewer?.user.id;
  const companyId = viewer?.company?.id;
  const current = useRef({ companyId, onOther });
  current.current = { companyId, onOther };
  useEffect(() => {
    if (userId === undefined || typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(companyChannel(userId));
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.data !== current.current.companyId) current.current.onOther();
      else answerCompanyQuestion();
    });
    // What was just loaded is how it is now.
    channel.postMessage(companyId);
    return () => channel.close();
  }, [userId, companyId]);
}
