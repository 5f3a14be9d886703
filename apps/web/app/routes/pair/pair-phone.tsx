import { ActionIcon, Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useViewer } from '../../shell/viewer.ts';
import { IconDeviceMobile } from '../../ui/icons.ts';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { type Problem, send } from '../../ui/send.ts';
import { FromPhones } from './from-phones.tsx';
import classes from './pair.module.css';
import type { BegunPairing, PairingProgress } from './pairing.ts';

const address = '/app/pairing';
const lookAgainMs = 1000;

/** A button that pairs a phone, with its dialog. */
export function PairPhone() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PairPhoneButton onClick={() => setIsOpen(true)} />
      <PairPhoneDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

export function PairPhoneButton({ look = 'small', onClick }: { look?: 'small' | 'icon'; onClick(): void }) {
  const viewer = useViewer();
  // A phone pairs no phones, and who acts as somebody else gives nobody their rights.
  if (!viewer || viewer.phone || viewer.impersonated) return null;
  return look === 'icon' ? (
    <ActionIcon variant="default" size={22} aria-label="Pair a phone" title="Pair a phone" onClick={onClick}>
      <IconDeviceMobile size={14} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDeviceMobile size={16} aria-hidden />}
      onClick={onClick}
    >
      Pair a phone
    </Button>
  );
}

/**
 * The code to scan, the number to compare, and what the phone captures from then on. It belongs where it outlives its
 * button: the first capture takes the words of an empty list away.
 */
export function PairPhoneDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Pair a phone" centered>
      <Pairing close={onClose} />
    </Modal>
  );
}

function Pairing({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<BegunPairing>();
  const [progress, setProgress] = useState<PairingProgress>();
  const [problem, setProblem] = useState<Problem>();
  const viewer = useViewer();

  const begin = useCallback(async (signal?: AbortSignal) => {
    setProblem(undefined);
    setProgress(undefined);
    setBegun(undefined);
    const answer = await send<BegunPairing>(address, {}, signal).catch(() => undefined);
    if (!answer) return;
    if (answer.ok) setBegun(answer.value);
    else setProblem(answer.problem);
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    void begin(stop.signal);
    return () => stop.abort();
  }, [begin]);

  const isUndecided = begun !== undefined && (progress?.state ?? 'open') !== 'over';
  const isWaiting =
    isUndecided && !problem && progress?.state !== 'confirmed' && progress?.state !== 'refused';
  useEffect(() => {
    if (!isWaiting || !begun) return;
    const stop = new AbortController();
    const look = async () => {
      const answer = await send<PairingProgress>(
        `${address}?id=${begun.pairingId}`,
        undefined,
        stop.signal,
      ).catch(() => undefined);
      // Without a connection the last that was known stays; the next look may succeed.
      if (answer?.ok) setProgress(answer.value);
    };
    const timer = setInterval(() => void look(), lookAgainMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [isWaiting, begun]);

  const decide = async (isConfirmed: boolean) => {
    if (!begun || !progress?.phone) return;
    const answer = await send(address, {
      pairingId: begun.pairingId,
      number: progress.phone.number,
      isConfirmed,
    });
    if (answer.ok) setProgress({ ...progress, state: isConfirmed ? 'confirmed' : 'refused' });
    else setProblem(answer.problem);
  };

  if (problem)
    return (
      <div className={classes.dialog}>
        <div className={classes.problem} role="alert">
          <p>
            <strong>{problem.title}.</strong> {problem.detail}
          </p>
          {problem.action ? <p>{problem.action}</p> : null}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => void begin()}>
            Try again
          </Button>
        </div>
      </div>
    );
  if (progress?.state === 'claimed' && progress.phone) {
    const { name, browser, ipAddress, number } = progress.phone;
    return (
      <div className={classes.dialog}>
        <p>Does your phone show this number?</p>
        <p className={classes.number} role="status">
          {String(number).padStart(3, '0')}
        </p>
        <p className={classes.phone}>
          <bdi>{name}</bdi>
          <br />
          <span className={classes.dim}>
            {browser}, {ipAddress}
          </span>
        </p>
        <p className={classes.dim}>
          It will be signed in as you, for <bdi>{viewer?.company?.name}</bdi> alone, with the rights of an
          operator, for twelve hours. You can end it under Settings › Security at any time.
        </p>
        <div className={classes.actions}>
          <Button onClick={() => void decide(true)} data-autofocus>
            Yes, it is my phone
          </Button>
          <Button variant="default" onClick={() => void decide(false)}>
            No, refuse it
          </Button>
        </div>
      </div>
    );
  }
  if (progress?.state === 'confirmed')
    return (
      <div className={classes.dialog}>
        <p role="status">
          <strong>Paired.</strong> <bdi>{progress.phone?.name}</bdi> opens its camera now.
        </p>
        <FromPhones empty="What it captures appears here, and in the workspace." />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </div>
      </div>
    );
  if (progress?.state === 'refused' || progress?.state === 'over')
    return (
      <div className={classes.dialog}>
        <p role="status">
          {progress.state === 'refused'
            ? 'Refused. Nothing was signed in.'
            : 'Nobody scanned the code within a minute, or it was not confirmed in time.'}
        </p>
        <div className={classes.actions}>
          <Button onClick={() => void begin()}>Make a new code</Button>
        </div>
      </div>
    );
  if (!begun) return <p role="status">Making a code …</p>;
  return (
    <div className={classes.dialog}>
      <p>Scan this with the phone’s camera.</p>
      <QrPicture code={begun.qr} className={classes.qr ?? ''} label="QR code with the address below" />
      <p className={classes.dim}>
        It works once, <Remaining until={begun.expiresAt} />. If the phone warns of the certificate, let it
        trust this Readout first: the terminal where it was started says how.
      </p>
      <p className={classes.address}>{begun.address}</p>
    </div>
  );
}

/** Seconds left, told to screen readers once and not every second. */
function Remaining({ until }: { until: string }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span>
      for <span className={classes.time}>{seconds}</span> more seconds
    </span>
  );
}

const secondsUntil = (iso: string): number =>
  Math.min(60, Math.max(0, Math.round((Date.parse(iso) - Date.now()) / 1000)));
