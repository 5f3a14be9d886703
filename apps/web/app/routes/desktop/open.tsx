import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { takeIn } from '../../queue/use-queue.ts';
import { requireMember } from '../../session.ts';
import page from '../../ui/page.module.css';
import { Reticle } from '../../ui/reticle.tsx';
import { ArrivingList } from '../capture/arriving-list.tsx';
import { NoNewCaptures } from '../capture/no-new-captures.tsx';
import type { Route } from './+types/open';
import classes from './desktop.module.css';

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  // Set by the service worker, or by the server where none runs yet.
  return {
    status: session.company.status,
    shared: new URL(request.url).searchParams.get('shared')?.slice(0, 20),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Opened · Readout' }];

/** Where the system's “Open with” and share sheet lead. */
export default function Open({ loaderData: { status, shared } }: Route.ComponentProps) {
  const opened = useLaunchedFiles(status === 'active');
  const sentence = opened > 0 ? undefined : sentenceOf(shared);
  return (
    <div className={`${page.page} ${page.narrow} ${classes.page}`}>
      <h1 className={page.title}>Opened with Readout</h1>
      {status === 'active' ? (
        <>
          {sentence ? (
            <Reticle tone="notice" className={classes.note ?? ''} role="status">
              <p>{sentence}</p>
              <Button component={Link} to="/desktop" variant="default" size="xs">
                Desktop
              </Button>
            </Reticle>
          ) : (
            <p className={classes.dim} role="status">
              {countOf(opened || Number(shared) || 0)}
            </p>
          )}
          <ArrivingList empty="What is opened or shared appears here, from the first byte to the record." />
        </>
      ) : (
        <NoNewCaptures />
      )}
    </div>
  );
}

const countOf = (count: number): string =>
  count === 0
    ? 'Choose Readout under “Open with” in the file manager, or in the share sheet of a phone.'
    : count === 1
      ? 'One file taken in.'
      : `${count} files taken in.`;

function sentenceOf(shared: string | undefined): string | undefined {
  switch (shared) {
    case 'none':
      return 'Nothing was shared that Readout reads: it takes pictures and PDFs.';
    case 'signed-out':
      return 'Nobody was signed in on this device, so nothing was kept. Share it again now.';
    case 'failed':
      return 'The device could not keep what was shared. It is still where it was: share it again, or choose it on the Desktop page.';
    case 'too-early':
      return 'Readout was not ready on this device yet, so nothing arrived. It is now: share it again.';
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
      void Promise.all(files.map((handle) => handle.getFile()))
        .then((opened) => takeIn(opened, { source: 'desktop' }))
        .then((kept) => setCount((before) => before + kept.length));
    });
  }, [isActive]);
  return count;
}
