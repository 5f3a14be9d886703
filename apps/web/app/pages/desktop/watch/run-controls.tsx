import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import type { Watch } from '@readout/domain/watches/rules';
import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { screenSupport } from '../../../frames/screen.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { Text } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { OutboxState, Owner } from '../../../watch/contract.ts';
import { openSource } from '../../../watch/open-source.ts';
import { reasonInWords } from '../../../watch/reason-in-words.ts';
import { type RunningWatch, startWatch, stopWatch } from '../../../watch/running.ts';
import { useLastRun } from './use-running.ts';
import classes from './watch.module.css';

const name = (inside: ReactNode[]) => <bdi>{inside}</bdi>;

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
  const text = useText();
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
      startWatch(watch, await openSource(watch.sourceKind, text), owner);
    } catch (error) {
      setSentence(error instanceof Error ? error.message : String(error));
    } finally {
      setIsAsking(false);
    }
  };

  if (!may.allowed)
    return (
      <section className={classes.controls} aria-label={text('watch.page.reading')}>
        <p className={page.dim}>{may.sentence}</p>
      </section>
    );
  const isCutOff = lastRun?.state === 'running' && !running;
  return (
    <section className={classes.controls} aria-label={text('watch.page.reading')}>
      {watch.state !== 'active' ? (
        <Form method="post">
          <input type="hidden" name="state" value="active" />
          <Text size={14} isLong isBroken>
            {text('watch.page.nobody_reads', { state: watch.state })}
          </Text>
          <Button type="submit" name="intent" value="state">
            {text('watch.page.make_active_again')}
          </Button>
        </Form>
      ) : isOn ? (
        <>
          <Text size={14} isLong isBroken>
            {running?.sourceLabel ? (
              <FormattedText id="watch.page.reads_source" values={{ source: running.sourceLabel, name }} />
            ) : (
              text('watch.page.reads_its_source')
            )}
          </Text>
          <Button variant="default" onClick={() => stopWatch(watch.id)}>
            {text('watch.page.stop_reading_here')}
          </Button>
        </>
      ) : (
        <>
          {isCutOff ? (
            <Text size={14} isLong isBroken>
              {lastRun.lastTakenAt ? (
                <FormattedText
                  id="watch.page.was_cut_off_when"
                  values={{ when: <When iso={new Date(lastRun.lastTakenAt).toISOString()} /> }}
                />
              ) : (
                text('watch.page.was_cut_off')
              )}
            </Text>
          ) : null}
          {running?.state === 'source_ended' ? (
            <Text size={14} isLong isBroken role="alert">
              {text('watch.page.source_ended', { source: watch.sourceKind })}
            </Text>
          ) : null}
          {elsewhere ? (
            <Text size={14} isLong isBroken>
              <FormattedText
                id="watch.page.read_elsewhere"
                values={{ by: elsewhere.by.name, device: elsewhere.device, name }}
              />
            </Text>
          ) : null}
          <Button onClick={() => void start()} loading={isAsking} variant={elsewhere ? 'default' : 'filled'}>
            {wasHere || running
              ? text('watch.page.resume')
              : watch.last
                ? text('watch.page.read_it_here')
                : text('watch.page.start')}
          </Button>
        </>
      )}
      <p className={classes.problem} role="alert">
        {sentence || (running?.reason ? reasonInWords(running.reason, text) : '')}
      </p>
      <Outbox outbox={outbox} />
      <BrowserNotes watch={watch} running={running} />
    </section>
  );
}

function Outbox({ outbox }: { outbox: OutboxState | undefined }) {
  const text = useText();
  if (!outbox) return null;
  const { waiting, refused, problem, clockSkewMs = 0, keepsPictures } = outbox;
  const skewS = Math.round(Math.abs(clockSkewMs) / 1000);
  return (
    <div role="status" className={classes.outbox}>
      {problem ? (
        <p>
          {problem.sentence ??
            text('watch.page.not_sent', { why: problem.code === 'network.away' ? 'away' : 'refused' })}{' '}
          {waiting > 0 ? text('watch.page.kept_here', { count: waiting }) : ''}
        </p>
      ) : waiting > 20 ? (
        <p>{text('watch.page.being_sent', { count: waiting })}</p>
      ) : null}
      {refused > 0 ? <p>{text('watch.page.not_taken', { count: refused })}</p> : null}
      {skewS >= 5 ? (
        <p>
          {text('watch.page.clock_differs', { side: clockSkewMs > 0 ? 'behind' : 'ahead', seconds: skewS })}
        </p>
      ) : null}
      {keepsPictures === false ? <p>{text('watch.page.storage_full')}</p> : null}
    </div>
  );
}

/** What this browser allows, and what it does not. */
function BrowserNotes({ watch, running }: { watch: Watch; running: RunningWatch | undefined }) {
  const text = useText();
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const hasProcessor = 'MediaStreamTrackProcessor' in window;
  const notes = [
    watch.sourceKind === 'screen' ? screenSupport().sentence : text('watch.page.camera_asked_again'),
    (running ? running.frames === 'worker' : hasProcessor)
      ? text('watch.page.reads_on_in_background')
      : text('watch.page.slow_in_background'),
    'wakeLock' in navigator ? text('watch.page.screen_stays_on') : text('watch.page.screen_may_sleep'),
    text('watch.page.samples_kept_until_sent'),
  ];
  return (
    <details className={classes.more}>
      <summary>{text('watch.page.what_browser_allows')}</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
