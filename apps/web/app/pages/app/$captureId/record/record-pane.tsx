import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import type { RecordDetail } from '@readout/domain/records/rules';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useCaptureName } from '../../../../captures/capture-name.ts';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import { useKeys } from '../../../../keyboard/use-keys.ts';
import { isRotation } from '../../../../picture/geometry.ts';
import { useReadingWait } from '../../../../queue/reading-wait.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useFocus } from '../../../../ui/focus.ts';
import { IconPlayerTrackNext } from '../../../../ui/icons.ts';
import { useText } from '../../../../ui/texts.tsx';
import { AddRecord } from './add-record.tsx';
import { ConfirmDespite, failuresOf } from './confirm-despite.tsx';
import { DamagedOriginal } from './damaged-original.tsx';
import { Disagreements } from './disagreements.tsx';
import { FailedCapture } from './failed-capture.tsx';
import { FilesFound } from './files-found.tsx';
import { NotRun } from './not-run.tsx';
import { ProposalBanner } from './proposal-banner.tsx';
import { ReadText } from './read-text.tsx';
import classes from './record.module.css';
import { type CardHandle, focusField, GoOn, RecordCard } from './record-card.tsx';

interface RecordPaneProps {
  detail: CaptureDetail;
  failure: { code: string; title: string; action: string } | null;
  /** Of codes that readers failed with. */
  titles: Record<string, string>;
}

const goOnKey = 'readout.goOnAfterDeciding';

/** Records of the open page: to look through, correct and decide. */
export function RecordPane({ detail, failure, titles }: RecordPaneProps) {
  const text = useText();
  const { page, pages, records, proposal, reading, may, capture } = detail;
  // Records keep the version that made them; what they can become is of the one that is installed.
  const types = useMemo<Record<string, RecordType>>(
    () => ({
      ...Object.fromEntries(detail.offeredTypes.map((each) => [`${each.plugin}/${each.type}`, each])),
      ...detail.recordTypes,
    }),
    [detail.offeredTypes, detail.recordTypes],
  );
  const { revalidate } = useRevalidator();
  /** A record that comes with the next look at the page: its first field gets the focus. */
  const [addedId, setAddedId] = useState<string>();
  const isAddedThere = addedId !== undefined && records.some(({ id }) => id === addedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (!isAddedThere) return;
    setAddedId(undefined);
    focusFirst(addedId);
  }, [isAddedThere]);
  const { captures, moving, actsOnSelection } = useWorkspace();
  const name = useCaptureName()(capture);
  const focus = useFocus();
  const cards = useRef(new Map<string, CardHandle>());
  const pane = useRef<HTMLElement>(null);
  const [currentId, setCurrentId] = useState<string>();
  const [goesOn, setGoesOn] = useState(true);
  /** A record with failed checks that somebody is about to confirm. */
  const [doubted, setDoubted] = useState<RecordDetail>();
  useEffect(() => setGoesOn(localStorage.getItem(goOnKey) !== 'no'), []);
  for (const id of cards.current.keys())
    if (!records.some((record) => record.id === id)) cards.current.delete(id);

  const current =
    records.find(({ id }) => id === currentId) ??
    records.find(({ state }) => state === 'needs_review') ??
    records[0];
  const card = (): CardHandle | undefined => (current ? cards.current.get(current.id) : undefined);
  const found = reading?.page.rotation ?? 0;
  const pixels = useMemo(
    () =>
      page.width && page.height
        ? ({
            captureId: page.id,
            picture: { width: page.width, height: page.height },
            rotation: isRotation(found) ? found : 0,
            pageNumber: page.pageNumber,
            openPage: (pageNumber: number) => {
              const other = pages.find((each) => each.pageNumber === pageNumber);
              if (other) void moving.open(other.id);
            },
          } as const)
        : undefined,
    [page.id, page.pageNumber, page.width, page.height, found, pages, moving],
  );
  const refreshRow = useCallback(() => void captures.refresh([capture.id]), [captures.refresh, capture.id]);

  const toNext = async (quiet: boolean): Promise<void> => {
    if (await moving.toNext(page.id)) return;
    const left = records.find(
      ({ id, state }) =>
        state === 'needs_review' && cards.current.get(id)?.editor.record.state === 'needs_review',
    );
    if (left && !quiet) return void focusFirst(left.id);
    notifications.show({
      message: quiet
        ? text('workspace.record.was_last_one_review_here')
        : text('workspace.record.nothing_else_waits_for_review'),
      color: 'green',
      autoClose: 4000,
    });
  };
  const focusFirst = (recordId: string): void => {
    setCurrentId(recordId);
    const first = cards.current.get(recordId)?.order[0];
    if (first) focusField(recordId, first.name);
  };
  const afterDeciding = async (recordId: string): Promise<void> => {
    const left = [...cards.current.values()].find(
      ({ id, editor }) => id !== recordId && editor.record.state === 'needs_review',
    );
    // Decided, and gone on meanwhile: what is shown now is another's.
    if (!pane.current || moving.isUnderWay()) return;
    if (left) return focusFirst(left.id);
    if (goesOn) await toNext(true);
    // The button one pressed is gone: the keys keep working from the pane.
    else pane.current?.focus();
  };
  const decide = async (
    recordId: string,
    decision: 'confirm' | 'reject',
    { reason, despite = false }: { reason?: string; despite?: boolean } = {},
  ): Promise<void> => {
    const handle = cards.current.get(recordId);
    if (!handle) return;
    // Leaving the field saves what is typed in it; the decision queues behind that.
    if (document.activeElement instanceof HTMLElement && pane.current?.contains(document.activeElement))
      document.activeElement.blur();
    await new Promise(requestAnimationFrame);
    const unsaved = document.querySelector<HTMLElement>(`#record-${recordId} [aria-invalid=true]`);
    if (decision === 'confirm' && unsaved) {
      unsaved.focus();
      notifications.show({
        message: text('workspace.record.one_value_cannot_be_saved'),
        color: 'yellow',
        autoClose: 5000,
      });
      return;
    }
    if (decision === 'confirm' && !despite) {
      const record = await handle.editor.settled();
      if (failuresOf(record).length + record.companyChecks.length > 0) return setDoubted(record);
    }
    if (await handle.editor.decide(decision, { reason, despite, onDoubt: setDoubted }))
      await afterDeciding(recordId);
  };
  const stepField = (by: 1 | -1): unknown => {
    const handle = card();
    if (!handle || !current) return false;
    const { focused } = focus.state();
    const at =
      focused?.recordId === current.id ? handle.order.findIndex(({ name }) => name === focused.field) : -1;
    const { length } = handle.order;
    const from = at < 0 && by < 0 ? 0 : at;
    // Fields that were not found are folded away: the next that is there.
    for (let steps = 1; steps <= length; steps++) {
      const next = handle.order[(from + by * steps + length * 2) % length];
      if (next && focusField(current.id, next.name)) return true;
    }
    return false;
  };

  /** A decision is for the record one sees, as it is now, and not while another is on its way. */
  const byKey = (
    key: KeyboardEvent,
    isOpen: boolean,
    isAllowed: boolean,
    act: (handle: CardHandle) => void,
  ): unknown => {
    const handle = card();
    if (!handle || !isAllowed || !moving.isMeantBy(key)) return false;
    const { record, deciding } = handle.editor;
    return (record.state === 'needs_review') === isOpen && !deciding ? act(handle) : false;
  };
  const confirmByKey = (key: KeyboardEvent): unknown =>
    byKey(key, true, may.confirm, ({ id }) => void decide(id, 'confirm'));
  useKeys({
    confirm: (key) => (actsOnSelection() ? false : confirmByKey(key)),
    'save-and-confirm': confirmByKey,
    reject: (key) =>
      actsOnSelection() ? false : byKey(key, true, may.review, (handle) => handle.askReason()),
    reopen: (key) =>
      actsOnSelection() ? false : byKey(key, false, may.review, ({ editor }) => void editor.decide('reopen')),
    'next-review': () => void toNext(false),
    'next-field': () => stepField(1),
    'previous-field': () => stepField(-1),
  });

  return (
    <section ref={pane} tabIndex={-1} className={classes.pane} aria-label={text('workspace.record.records')}>
      <DamagedOriginal detail={detail} />
      {reading ? <Disagreements reading={reading} /> : null}
      {reading ? <FilesFound reading={reading} /> : null}
      {failure ? <FailedCapture detail={detail} failure={failure} /> : null}
      {proposal ? (
        <ProposalBanner proposal={proposal} records={records} types={types} may={may} cards={cards.current} />
      ) : null}
      {records.map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          captureName={name}
          types={types}
          offered={detail.offeredTypes}
          may={may}
          pixels={pixels}
          isCurrent={records.length > 1 && record.id === current?.id}
          register={(handle) => cards.current.set(handle.id, handle)}
          onChanged={refreshRow}
          onConfirm={() => void decide(record.id, 'confirm')}
          onReject={(reason) => void decide(record.id, 'reject', { reason })}
          onCurrent={() => setCurrentId(record.id)}
        />
      ))}
      {page.state === 'read' && reading && may.edit && detail.offeredTypes.length > 0 ? (
        <AddRecord
          captureId={page.id}
          types={detail.offeredTypes}
          onAdded={async (recordId) => {
            setAddedId(recordId);
            await revalidate();
            refreshRow();
          }}
        />
      ) : null}
      {doubted ? (
        <ConfirmDespite
          record={doubted}
          type={types[`${doubted.plugin}/${doubted.type}`]}
          onConfirm={() => {
            setDoubted(undefined);
            void decide(doubted.id, 'confirm', { despite: true });
          }}
          onLook={(field) => {
            setDoubted(undefined);
            // The dialog gives the focus back to where it was, and then it goes to the field.
            setTimeout(() => focusField(doubted.id, field));
          }}
          onLeave={() => setDoubted(undefined)}
        />
      ) : null}
      {page.state === 'read' && records.length === 0 ? (
        <div className={classes.none}>
          <h3>{text('workspace.record.no_record')}</h3>
          <p>
            {reading && reading.lines.length + reading.barcodes.length > 0
              ? text('workspace.record.picture_was_read_but_no')
              : text('workspace.record.neither_text_nor_barcode_was')}
          </p>
        </div>
      ) : null}
      {!failure && (page.state === 'received' || page.state === 'reading') ? (
        <div className={classes.none} role="status">
          <h3>
            {page.state === 'received'
              ? text('workspace.record.waiting_be_read')
              : text('workspace.record.reading')}
          </h3>
          {page.waitsForTomorrow ? (
            <p>{text('workspace.record.reading_of_today_used_up')}</p>
          ) : (
            <WhenRead captureId={page.id} />
          )}
        </div>
      ) : null}
      {records.some(({ state }) => state === 'needs_review') || records.length > 0 ? (
        <div className={classes.next}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlayerTrackNext size={15} aria-hidden />}
            rightSection={<kbd>N</kbd>}
            onClick={() => void toNext(false)}
          >
            {text('workspace.record.next_to_review')}
          </Button>
          <GoOn
            checked={goesOn}
            onChange={(checked) => {
              setGoesOn(checked);
              localStorage.setItem(goOnKey, checked ? 'yes' : 'no');
            }}
          />
        </div>
      ) : null}
      {failure ? null : <NotRun detail={detail} titles={titles} />}
      {reading ? <ReadText reading={reading} /> : null}
    </section>
  );
}

/** About when, asked again while somebody waits. */
function WhenRead({ captureId }: { captureId: string }) {
  const text = useText();
  const wait = useReadingWait(captureId);
  return (
    <p>
      {wait
        ? text('workspace.record.appear_by_themselves_wait', { wait })
        : text('workspace.record.appear_by_themselves')}
    </p>
  );
}
