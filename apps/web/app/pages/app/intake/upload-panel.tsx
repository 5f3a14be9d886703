import { ActionIcon, Button, Progress } from '@mantine/core';
import type { CaptureListItem } from '@readout/domain/captures/rules';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { askCaptures } from '../../../api/ask-captures.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { HoldNote } from '../../../queue/queue-panel.tsx';
import { QueueRows } from '../../../queue/queue-rows.tsx';
import type { QueuedCapture } from '../../../queue/queue-types.ts';
import { TryAgain } from '../../../queue/try-again.tsx';
import { useQueueHold, useVisitItems } from '../../../queue/use-queue.ts';
import { IconAlertTriangleFilled, IconChevronDown, IconChevronUp, IconX } from '../../../ui/icons.ts';
import { Hidden } from '../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { useCaptureActions } from '../use-capture-actions.ts';
import intake from './intake.module.css';

/** How long the panel stays after everything went well. */
const settledMs = 6000;
/** Files that were not accepted, a line each; more are counted. */
const maxRefused = 3;

/** Every file on its way in, with its progress, its reason where it failed, and what one can do about it. */
export function UploadPanel() {
  const text = useText();
  const { items, dismiss } = useVisitItems();
  const hold = useQueueHold();
  const [isFolded, setIsFolded] = useState(false);
  const { captures, addressOf } = useWorkspace();
  const count = (...states: QueuedCapture['state'][]): number =>
    items.filter((item) => states.includes(item.state)).length;
  const running = count('keeping', 'stored', 'waiting', 'sending');
  const refused = items.filter(({ state }) => state === 'failed');
  const failed = refused.length;
  const received = count('received', 'read');
  // Once all is sent, what was received without a question needs no line of its own.
  const open = items.filter(
    (item) =>
      item.state !== 'failed' &&
      (running > 0 || (item.captureId && captures.list.byId.get(item.captureId)?.duplicateOf)),
  );
  const isSettled = items.length > 0 && running === 0 && open.length === 0 && failed === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is dismissed is what is there when the time is over
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(() => dismiss(items), settledMs);
    return () => clearTimeout(timer);
  }, [isSettled]);
  if (items.length === 0) return null;
  const counted = items.filter((item) => item.state !== 'failed');
  const lines = failed <= maxRefused ? refused : [];
  const bytes = counted.reduce((sum, item) => sum + item.byteSize, 0);
  const sent = counted.reduce((sum, item) => sum + item.sentBytes, 0);
  const headline =
    running > 0
      ? text(hold ? 'workspace.intake.waiting_to_send' : 'workspace.intake.sending', { count: running })
      : [
          received > 0 ? text('workspace.intake.received', { count: received }) : '',
          failed > 0 ? text('workspace.intake.not_accepted', { count: failed }) : '',
        ]
          .filter(Boolean)
          .join(', ');
  return (
    <section className={intake.panel} aria-label={text('workspace.intake.files_on_their_way_in')}>
      <header className={intake.head}>
        <span role="status">{headline}</span>
        {running + failed > 0 ? (
          <Button component={Link} to="/camera/queue" size="compact-xs" variant="subtle" color="gray">
            {text('workspace.intake.details')}
          </Button>
        ) : null}
        {open.length + lines.length > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={
              isFolded ? text('workspace.intake.show_the_files') : text('workspace.intake.fold_away')
            }
            aria-expanded={!isFolded}
            onClick={() => setIsFolded(!isFolded)}
          >
            {isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
        ) : null}
        {running === 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={text('common.close')}
            onClick={() => dismiss(items)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </header>
      {running > 0 ? (
        <Progress
          size={3}
          radius={0}
          color="signal"
          value={bytes === 0 ? 0 : (100 * sent) / bytes}
          aria-label={text('workspace.intake.all_files')}
        />
      ) : null}
      <HoldNote hold={hold} waiting={running} />
      {isFolded || open.length === 0 ? null : (
        <QueueRows
          items={open}
          label={text('workspace.intake.files')}
          addressOf={addressOf}
          below={(item) => (item.captureId ? <Duplicate captureId={item.captureId} /> : null)}
        />
      )}
      {isFolded || lines.length === 0 ? null : (
        <ul className={intake.refused} aria-label={text('workspace.intake.not_accepted', { count: failed })}>
          {lines.map((item) => (
            <Refused key={item.clientId} item={item} onDismiss={() => dismiss([item])} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A file that was not accepted, on one line; what to do about it is told in full on the page of what is on this device. */
function Refused({ item, onDismiss }: { item: QueuedCapture; onDismiss(): void }) {
  const text = useText();
  const { fileName, problem, hasBytes } = item;
  const more = [problem?.detail !== problem?.title ? problem?.detail : '', problem?.action]
    .filter(Boolean)
    .join(' ');
  return (
    <li>
      <IconAlertTriangleFilled size={13} aria-hidden />
      <p role="alert" title={[fileName, problem?.title, more].filter(Boolean).join('\n')}>
        <span>{fileName}</span> <b>{problem?.title ?? text('queue.row.not_accepted')}</b>
        <Hidden as="span">. {more}</Hidden>
      </p>
      {hasBytes ? <TryAgain item={item} size={28} /> : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={text('workspace.intake.dismiss', { name: fileName })}
        title={text('common.close')}
        onClick={onDismiss}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** The same bytes are already here: keep both, or put the new one in the trash. */
function Duplicate({ captureId }: { captureId: string }) {
  const text = useText();
  const workspace = useWorkspace();
  const actions = useCaptureActions(workspace);
  const listed = workspace.captures.list.byId.get(captureId);
  const [fetched, setFetched] = useState<CaptureListItem>();
  const [isDecided, setIsDecided] = useState(false);
  const item = listed ?? fetched;
  useEffect(() => {
    if (listed) return;
    const stop = new AbortController();
    askCaptures([captureId], { signal: stop.signal }).then(
      (answer) => answer.ok && setFetched(answer.value.items[0]),
      () => undefined,
    );
    return () => stop.abort();
  }, [captureId, listed]);
  if (!item?.duplicateOf || isDecided) return null;
  const earlier = workspace.addressOf(item.duplicateOf);
  return (
    <div className={intake.duplicate} role="status">
      <span>
        <FormattedText
          id="workspace.intake.same_bytes"
          values={{ link: (inside) => <Link to={earlier}>{inside}</Link> }}
        />
      </span>
      <Button size="compact-xs" variant="default" onClick={() => setIsDecided(true)}>
        {text('workspace.intake.keep_both')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          setIsDecided(true);
          void actions.change('trash', [captureId]);
        }}
      >
        {text('workspace.intake.trash_this_one')}
      </Button>
    </div>
  );
}
