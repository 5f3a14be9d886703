import { ActionIcon, Button, Modal } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Problem } from '../api/answer.ts';
import { api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { IconDeviceMobile } from '../ui/icons.ts';
import { Row } from '../ui/layout.tsx';
import type { QrCode } from '../ui/qr-path.ts';
import { QrPicture } from '../ui/qr-picture.tsx';
import { FormattedText, useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { FromPhones } from './from-phones.tsx';
import classes from './pair.module.css';

type BegunPairing = components['schemas']['BegunPairing'] & { qr: QrCode };
type PairingProgress = components['schemas']['PairingProgress'];

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
  const text = useText();
  const viewer = useViewer();
  // A phone pairs no phones, and who acts as somebody else gives nobody their rights.
  if (!viewer || viewer.phone || viewer.impersonated) return null;
  return look === 'icon' ? (
    <ActionIcon
      variant="default"
      size={22}
      aria-label={text('pairing.title')}
      title={text('pairing.title')}
      onClick={onClick}
    >
      <IconDeviceMobile size={14} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDeviceMobile size={16} aria-hidden />}
      onClick={onClick}
    >
      {text('pairing.title')}
    </Button>
  );
}

/**
 * The code to scan, the number to compare, and what the phone captures from then on. It belongs where it outlives its
 * button: the first capture takes the words of an empty list away.
 */
export function PairPhoneDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const text = useText();
  return (
    <Modal opened={isOpen} onClose={onClose} title={text('pairing.title')} centered>
      <Pairing close={onClose} />
    </Modal>
  );
}

function Pairing({ close }: { close: () => void }) {
  const text = useText();
  const [begun, setBegun] = useState<BegunPairing>();
  const [progress, setProgress] = useState<PairingProgress>();
  const [problem, setProblem] = useState<Problem>();
  const viewer = useViewer();

  const begin = useCallback(async (signal?: AbortSignal) => {
    setProblem(undefined);
    setProgress(undefined);
    setBegun(undefined);
    const answer = await api.post('/pairings', signal ? { signal } : {}).catch(() => undefined);
    if (!answer) return;
    if (answer.ok) {
      const { qrCodeOf } = await import('../ui/qr-path.ts');
      setBegun({ ...answer.value, qr: qrCodeOf(answer.value.address) });
    } else setProblem(answer.problem);
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
      const answer = await api
        .get('/pairings/{pairingId}', {
          path: { pairingId: begun.pairingId },
          signal: stop.signal,
        })
        .catch(() => undefined);
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
    const answer = await api.post('/pairings/{pairingId}/decide', {
      path: { pairingId: begun.pairingId },
      body: { number: progress.phone.number, isConfirmed },
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
        <Row gap={8}>
          <Button variant="default" onClick={() => void begin()}>
            {text('common.try_again')}
          </Button>
        </Row>
      </div>
    );
  if (progress?.state === 'claimed' && progress.phone) {
    const { name, browser, ipAddress, number } = progress.phone;
    return (
      <div className={classes.dialog}>
        <p>{text('pairing.same_number')}</p>
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
          <FormattedText id="pairing.rights" values={{ company: <bdi>{viewer?.company?.name}</bdi> }} />
        </p>
        <Row gap={8}>
          <Button onClick={() => void decide(true)} data-autofocus>
            {text('pairing.confirm')}
          </Button>
          <Button variant="default" onClick={() => void decide(false)}>
            {text('pairing.refuse')}
          </Button>
        </Row>
      </div>
    );
  }
  if (progress?.state === 'confirmed')
    return (
      <div className={classes.dialog}>
        <p role="status">
          <FormattedText id="pairing.paired" values={{ name: <bdi>{progress.phone?.name}</bdi> }} />
        </p>
        <FromPhones empty={text('pairing.no_captures')} />
        <Row gap={8}>
          <Button variant="default" onClick={close}>
            {text('common.close')}
          </Button>
        </Row>
      </div>
    );
  if (progress?.state === 'refused' || progress?.state === 'over')
    return (
      <div className={classes.dialog}>
        <p role="status">{text('pairing.ended', { state: progress.state })}</p>
        <Row gap={8}>
          <Button onClick={() => void begin()}>{text('pairing.new_code')}</Button>
        </Row>
      </div>
    );
  if (!begun) return <p role="status">{text('pairing.making')}</p>;
  return (
    <div className={classes.dialog}>
      <p>{text('pairing.scan')}</p>
      <QrPicture code={begun.qr} className={classes.qr ?? ''} label={text('pairing.qr_code')} />
      <p className={classes.dim}>
        <FormattedText
          id="pairing.works_once"
          values={{ remaining: <Remaining until={begun.expiresAt} /> }}
        />
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
      <FormattedText
        id="pairing.remaining"
        values={{
          count: seconds,
          time: (inside: ReactNode) => <span>{inside}</span>,
        }}
      />
    </span>
  );
}

const secondsUntil = (iso: string): number =>
  Math.min(60, Math.max(0, Math.round((Date.parse(iso) - Date.now()) / 1000)));
