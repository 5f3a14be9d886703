import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ArrivingList } from '../../../captures/arriving-list.tsx';
import { NoNewCaptures } from '../../../captures/no-new-captures.tsx';
import { unopened } from '../../../intake/dropped-files.ts';
import { takeIn } from '../../../queue/use-queue.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { Reticle } from '../../../ui/reticle.tsx';
import { type SayText, useText } from '../../../ui/texts.tsx';
import classes from '../desktop.module.css';
import type { Route } from './+types/page';

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  // Set by the service worker, or by the server where none runs yet.
  return {
    status: session.company.status,
    shared: new URL(request.url).searchParams.get('shared')?.slice(0, 20),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'desktop.page.opened');

/** Where the system's “Open with” and share sheet lead. */
export default function Open({ loaderData: { status, shared } }: Route.ComponentProps) {
  const text = useText();
  const opened = useLaunchedFiles(status === 'active');
  const sentence = opened > 0 ? undefined : sentenceOf(shared, text);
  return (
    <div className={`${page.page} ${page.narrow} ${classes.page}`}>
      <h1 className={page.title}>{text('desktop.page.opened_with_readout')}</h1>
      {status === 'active' ? (
        <>
          {sentence ? (
            <Reticle tone="notice" className={classes.note ?? ''} role="status">
              <p>{sentence}</p>
              <Button component={Link} to="/desktop" variant="default" size="xs">
                {text('desktop.page.desktop')}
              </Button>
            </Reticle>
          ) : (
            <p className={classes.dim} role="status">
              {text('desktop.page.taken_in_count', { count: opened || Number(shared) || 0 })}
            </p>
          )}
          <ArrivingList empty={text('desktop.page.what_opened_or_shared_appears')} />
        </>
      ) : (
        <NoNewCaptures />
      )}
    </div>
  );
}

function sentenceOf(shared: string | undefined, text: SayText): string | undefined {
  switch (shared) {
    case 'none':
      return text('desktop.page.shared_nothing');
    case 'signed-out':
      return text('desktop.page.shared_signed_out');
    case 'failed':
      return text('desktop.page.shared_failed');
    case 'too-early':
      return text('desktop.page.shared_too_early');
    default:
      return undefined;
  }
}

/** Chromium hands over the files an installed application was opened with. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** @returns how many files were taken in */
function useLaunchedFiles(isActive: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
    if (!isActive || !queue) return;
    queue.setConsumer(({ files }) => {
      void Promise.all(files.map((handle) => handle.getFile().catch(() => unopened(handle.name))))
        .then((opened) => takeIn(opened, { source: 'desktop' }))
        .then((kept) => setCount((before) => before + kept.length));
    });
  }, [isActive]);
  return count;
}
