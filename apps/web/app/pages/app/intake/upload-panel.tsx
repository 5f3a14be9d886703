import { ActionIcon, Button, Progress } from '@mantine/core';
import type { CaptureListItem } from '@readout/domain/captures/rules';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { askCaptures } from '../../../api/ask-captures.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import classes from '../../../queue/queue.module.css';
import { HoldNote } from '../../../queue/queue-panel.tsx';
import { QueueRows } from '../../../queue/queue-rows.tsx';
import type { QueuedCapture } from '../../../queue/queue-types.ts';
import { useQueueHold, useVisitItems } from '../../../queue/use-queue.ts';
import { IconChevronDown, IconChevronUp, IconX } from '../../../ui/icons.ts';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { useCaptureActions } from '../use-capture-actions.ts';
import intake from './intake.module.css';

/** How long the panel stays after everything went well. */
const settledMs = 6000;

/** Every file on its way in, with its progress, its reason where it failed, and what one can do about it. */
export function UploadPanel() {
  const text = useText();
  const { items, dismiss } = useVisitItems();
  const hold = useQueueHold();
  const [isFolded, setIsFolded] = useState(false);
  const { captures, addressOf } = useWorkspace();
  const count = (...states: QueuedCapture['state'][]): number =>
    items.filter((item) => states.includes(item.state)).length;
  const running = count('stored', 'waiting', 'sending');
  const failed = count('failed');
  const received = count('received', 'read');
  // Once all is sent, what was received without a question needs no line of its own.
  const open = items.filter(
    (item) =>
      running > 0 ||
      item.state === 'failed' ||
      (item.captureId && captures.list.byId.get(item.captureId)?.duplicateOf),
  );
  const isSettled = items.length > 0 && running === 0 && open.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is dismissed is what is there when the time is over
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(dismiss, settledMs);
    return () => clearTimeout(timer);
  }, [isSettled]);
  if (items.length === 0) return null;
  const counted = items.filter((item) => item.state !== 'failed');
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
    <section className={classes.corner} aria-label={text('workspace.intake.files_on_their_way_in')}>
      <header className={classes.cornerHead}>
        <span role="status">{headline}</span>
        {running + failed > 0 ? (
          <Button component={Link} to="/camera/queue" size="compact-xs" variant="subtle" color="gray">
            {text('workspace.intake.details')}
          </Button>
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={isFolded ? text('workspace.intake.show_the_files') : text('workspace.intake.fold_away')}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        >
          {isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
        {running === 0 && failed === 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={text('common.close')}
            onClick={dismiss}
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
    </section>
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
    askCaptures([captureId], stop.signal).then(
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
