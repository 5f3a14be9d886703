import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import type { Watch } from '@readout/domain/watches/rules';
import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { screenSupport } from '../../frames/screen.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import page from '../../ui/page.module.css';
import { When } from '../../ui/when.tsx';
import type { OutboxState, Owner } from '../../watch/contract.ts';
import { openSource } from '../../watch/open-source.ts';
import { type RunningWatch, startWatch, stopWatch } from '../../watch/running.ts';
import { useLastRun } from './use-running.ts';
import classes from './watch.module.css';

/** Starts, resumes and stops the watch on this device, and says how things stand with it. */
export function RunControls({
  watch,
  owner,
  may,
  running,
  outbox,
  now,
}: {
  watch: Watch;
  owner: Owner;
  may: Permission;
  running: RunningWatch | undefined;
  outbox: OutboxState | undefined;
  now: number;
}) {
  const [sentence, setSentence] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const lastRun = useLastRun(owner, watch.id);
  const isOn = running?.state === 'running' || running?.state === 'starting';
  const elsewhere =
    !isOn && watch.run?.state === 'running' && now - Date.parse(watch.run.heardAt) < 150_000
      ? watch.run
      : undefined;
  const wasHere = lastRun != null;

  // What colleagues pause or end is no longer read here either.
  useEffect(() => {
    if (isOn && watch.state !== 'active') stopWatch(watch.id);
  }, [isOn, watch.state, watch.id]);
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);

  const start = async () => {
    setSentence('');
    setIsAsking(true);
    try {
      startWatch(watch, await openSource(watch.sourceKind), owner);
    } catch (error) {
      setSentence(error instanceof Error ? error.message : String(error));
    } finally {
      setIsAsking(false);
    }
  };

  if (!may.allowed)
    return (
      <section className={classes.controls} aria-label="Reading">
        <p className={page.dim}>{may.sentence}</p>
      </section>
    );
  const isCutOff = lastRun?.state === 'running' && !running;
  return (
    <section className={classes.controls} aria-label="Reading">
      {watch.state !== 'active' ? (
        <Form method="post">
          <input type="hidden" name="state" value="active" />
          <p className={classes.told}>
            {watch.state === 'paused' ? 'This watch is paused.' : 'This watch has ended.'} No device reads it.
          </p>
          <Button type="submit" name="intent" value="state">
            Make it active again
          </Button>
        </Form>
      ) : isOn ? (
        <>
          <p className={classes.told}>
            Reads {running?.sourceLabel ? <bdi>{running.sourceLabel}</bdi> : 'its source'}. Keep this page
            open; it may be in the background.
          </p>
          <Button variant="default" onClick={() => stopWatch(watch.id)}>
            Stop reading here
          </Button>
        </>
      ) : (
        <>
          {isCutOff ? (
            <p className={classes.told}>
              It was cut off on this device
              {lastRun.lastTakenAt ? (
                <>
                  {' '}
                  <When iso={new Date(lastRun.lastTakenAt).toISOString()} />
                </>
              ) : null}
              . Resume it with one click; the gap stays visible.
            </p>
          ) : null}
          {running?.state === 'source_ended' ? (
            <p className={classes.told} role="alert">
              {watch.sourceKind === 'camera' ? 'The camera was disconnected.' : 'The share has ended.'}{' '}
              Nothing is read until it is resumed.
            </p>
          ) : null}
          {elsewhere ? (
            <p className={classes.told}>
              <bdi>{elsewhere.by.name}</bdi> reads it at the moment ({elsewhere.device}). If you begin too,
              both read.
            </p>
          ) : null}
          <Button onClick={() => void start()} loading={isAsking} variant={elsewhere ? 'default' : 'filled'}>
            {wasHere || running ? 'Resume' : watch.last ? 'Read it here' : 'Start'}
          </Button>
        </>
      )}
      <p className={classes.problem} role="alert">
        {sentence || running?.sentence || ''}
      </p>
      <Outbox outbox={outbox} />
      <BrowserNotes watch={watch} running={running} />
    </section>
  );
}

function Outbox({ outbox }: { outbox: OutboxState | undefined }) {
  if (!outbox) return null;
  const { waiting, refused, problem, clockSkewMs = 0, keepsPictures } = outbox;
  const skewS = Math.round(Math.abs(clockSkewMs) / 1000);
  return (
    <div role="status" className={classes.outbox}>
      {problem ? (
        <p>
          {problem.sentence} {waiting > 0 ? `${waiting.toLocaleString('en')} kept here.` : ''}
        </p>
      ) : waiting > 20 ? (
        <p>{waiting.toLocaleString('en')} samples are being sent.</p>
      ) : null}
      {refused > 0 ? (
        <p>
          {refused === 1 ? '1 sample was' : `${refused} samples were`} not taken by the server and stay on
          this device.
        </p>
      ) : null}
      {skewS >= 5 ? (
        <p>
          The clock of this device is {skewS} s {clockSkewMs > 0 ? 'behind' : 'ahead of'} the server’s. Times
          shown are this device’s.
        </p>
      ) : null}
      {keepsPictures === false ? (
        <p>The company’s storage is full: samples are kept without pictures.</p>
      ) : null}
    </div>
  );
}

/** What this browser allows, and what it does not. */
function BrowserNotes({ watch, running }: { watch: Watch; running: RunningWatch | undefined }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const hasProcessor = 'MediaStreamTrackProcessor' in window;
  const notes = [
    watch.sourceKind === 'screen'
      ? screenSupport().sentence
      : 'The camera is asked for again after a reload unless you allowed it for good.',
    (running ? running.frames === 'worker' : hasProcessor)
      ? 'It reads on in a background tab without slowing down.'
      : 'This browser hands pictures to the page only: in a background tab it may read less often.',
    'wakeLock' in navigator
      ? 'The screen stays on while this page is in sight. A computer that goes to sleep reads nothing: the gap is shown.'
      : 'This browser cannot keep the screen on: switch off sleep in the system’s settings for long watches.',
    'Samples are kept on this device until the server has them.',
  ];
  return (
    <details className={classes.more}>
      <summary>What this browser allows</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
