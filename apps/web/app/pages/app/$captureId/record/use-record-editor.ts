import { notifications } from '@mantine/notifications';
import type { OfferedType } from '@readout/domain/captures/rules';
import type { Picked, RecordDetail } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { useCallback, useRef, useState } from 'react';
import type { Answer, Problem } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem, useUndo } from '../../../../ui/undo.tsx';

export type FieldStatus = { state: 'saving' } | { state: 'saved' } | { state: 'failed'; problem: Problem };
export type Decision = 'confirm' | 'reject' | 'reopen';

export interface AboutDecision {
  /** Of a rejection, or of a change after it was exported. */
  reason?: string | undefined;
  /** The checks beside other records that it fails have been seen. */
  despite?: boolean;
  /** It fails some that have not: since it was shown, another record was confirmed. */
  onDoubt?(record: RecordDetail): void;
}

/** Two people changed the same field: nothing is decided until the second one chooses. */
export interface Conflict {
  field: string;
  mine: JsonValue;
  /** Where it was picked on the picture. */
  picked?: Picked | undefined;
  theirs: RecordDetail;
}

export interface RecordEditor {
  record: RecordDetail;
  /** It was exported: reopening it takes a reason. */
  needsReason: boolean;
  /** It stays as it was exported. */
  keepExported(): void;
  statusOf(field: string): FieldStatus | undefined;
  /**
   * @param base value the person saw when they began to type
   * @param picked where on the picture they picked it
   */
  save(field: string, value: JsonValue, base: JsonValue, label: string, picked?: Picked): Promise<boolean>;
  /** The record once everything is saved that was on its way. */
  settled(): Promise<RecordDetail>;
  /** Makes it a record of another type. @param was its type so far, as far as it is known */
  retype(to: OfferedType, was: RecordType | undefined): Promise<void>;
  decide(decision: Decision, about?: AboutDecision): Promise<RecordDetail | undefined>;
  deciding: Decision | undefined;
  conflict: Conflict | undefined;
  resolve(choice: 'mine' | 'theirs'): void;
  /** Grows when the control of a field has to forget what was typed in it. */
  draftOf(field: string): number;
}

/** Without regard to the order of names, which the database does not keep. */
const same = (a: unknown, b: unknown): boolean => inOrder(a) === inOrder(b);
const inOrder = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
const storedValue = (record: RecordDetail, field: string): JsonValue => record.fields[field]?.value ?? null;

const now = (recordId: string): Promise<Answer<RecordDetail>> =>
  api.get('/records/{recordId}/detail', { path: { recordId } });
const onRevision = ({ revision }: RecordDetail) => ({ 'if-match': `"${revision}"` });

/** Refusals because of what the record is by now. */
const beside = new Set(['record.revision_differs', 'record.checks_fail']);

/** The record as somebody else left it, where that is why an answer is no. */
function meanwhile(answer: Answer<unknown>): RecordDetail | undefined {
  return !answer.ok && answer.problem.code === 'record.changed_meanwhile'
    ? (answer.problem.current as RecordDetail)
    : undefined;
}

/**
 * Saves one field after the other, each on the revision the one before it made. A change of somebody else to
 * another field is merged and told; to the same field it becomes a {@link Conflict}.
 */
export function useRecordEditor(
  given: RecordDetail,
  captureName: string,
  onChanged: () => void,
): RecordEditor {
  const text = useText();
  const { offer } = useUndo();
  const [record, setRecord] = useState(given);
  const latest = useRef(given);
  const [statuses, setStatuses] = useState<Record<string, FieldStatus>>({});
  const [conflict, setConflict] = useState<Conflict>();
  const [deciding, setDeciding] = useState<Decision>();
  const [needsReason, setNeedsReason] = useState(false);
  const [drafts, setDrafts] = useState<Record<string, number>>({});
  /** Where values of this record were picked, as far as it was done here: undoing goes back there. */
  const places = useRef<Record<string, Picked | undefined>>({});
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const changed = useRef(onChanged);
  changed.current = onChanged;
  const name = useRef(captureName);
  name.current = captureName;

  // Checks beside other records change without anyone changing the record.
  const isNewer =
    given.revision > latest.current.revision ||
    (given.revision === latest.current.revision && given.updatedAt > latest.current.updatedAt);
  if (isNewer) {
    latest.current = given;
    setRecord(given);
  }
  const accept = useCallback((next: RecordDetail) => {
    if (next.revision < latest.current.revision) return;
    latest.current = next;
    setRecord(next);
  }, []);
  /** After an answer of an address that programs are given too: what is shown beside is asked for. */
  const acceptNow = useCallback(
    async (answer: Answer<Pick<RecordDetail, 'state' | 'revision'>>): Promise<RecordDetail> => {
      if (!answer.ok && !beside.has(answer.problem.code)) return latest.current;
      const shown = await now(latest.current.id);
      if (shown.ok) accept(shown.value);
      else if (answer.ok) {
        const { state, revision } = answer.value;
        accept({ ...latest.current, state, revision });
      }
      return latest.current;
    },
    [accept],
  );
  const inTurn = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.current.then(work, work);
    queue.current = turn.catch(() => undefined);
    return turn;
  }, []);
  const setStatus = useCallback(
    (field: string, status: FieldStatus) => setStatuses((all) => ({ ...all, [field]: status })),
    [],
  );

  const post = useCallback(
    async (field: string, value: JsonValue, picked?: Picked | null): Promise<Answer<RecordDetail>> => {
      const answer = await api.post('/records/{recordId}/field', {
        path: { recordId: latest.current.id },
        body: {
          revision: latest.current.revision,
          field,
          value,
          ...(picked === undefined ? {} : { picked }),
        },
      });
      if (answer.ok && picked !== undefined) places.current[field] = picked ?? undefined;
      return answer;
    },
    [],
  );

  const save = useCallback<RecordEditor['save']>(
    (field, value, base, label, picked) =>
      inTurn(async () => {
        const placeBefore = picked ? (places.current[field] ?? null) : undefined;
        // A live change may have brought the other person's value already: the revision alone would let this overwrite it.
        const known = storedValue(latest.current, field);
        if (!same(known, base) && !same(known, value)) {
          setConflict({ field, mine: value, picked, theirs: latest.current });
          return false;
        }
        setStatus(field, { state: 'saving' });
        let answer = await post(field, value, picked);
        const theirs = meanwhile(answer);
        if (theirs) {
          accept(theirs);
          if (!same(storedValue(theirs, field), base) && !same(storedValue(theirs, field), value)) {
            setConflict({ field, mine: value, picked, theirs });
            setStatus(field, {
              state: 'failed',
              problem: (answer as Extract<typeof answer, { ok: false }>).problem,
            });
            return false;
          }
          answer = await post(field, value, picked);
          if (answer.ok) {
            notifications.show({
              title: text('workspace.record.somebody_else_changed_record_meanwhile'),
              message: text('workspace.record.saved_with_theirs', { label }),
              color: 'yellow',
              autoClose: 8000,
            });
          }
        }
        if (!answer.ok) {
          setStatus(field, { state: 'failed', problem: answer.problem });
          return false;
        }
        accept(answer.value);
        setStatus(field, { state: 'saved' });
        changed.current();
        offer(
          {
            done: text('workspace.record.field_changed', { name: name.current, label }),
            undo: () =>
              inTurn(async () => {
                let back = await post(field, base, placeBefore);
                const now = meanwhile(back);
                if (now && same(storedValue(now, field), value)) {
                  accept(now);
                  back = await post(field, base, placeBefore);
                }
                if (back.ok) accept(back.value);
                changed.current();
                return back;
              }),
          },
          true,
        );
        return true;
      }),
    [inTurn, post, accept, setStatus, offer, text],
  );

  const retype = useCallback<RecordEditor['retype']>(
    (to, was) =>
      inTurn(async () => {
        const before = latest.current;
        const send = async (as: { type: string; plugin: string }, fields: Record<string, JsonValue>) => {
          const answer = await api.patch('/records/{id}', {
            path: { id: before.id },
            header: onRevision(latest.current),
            body: { type: as.type, plugin: as.plugin, fields },
          });
          await acceptNow(answer);
          return answer;
        };
        const answer = await send(to, {});
        if (!answer.ok) return showProblem(answer.problem);
        changed.current();
        offer({
          done: text('workspace.record.type_changed', { name: name.current, type: to.label }),
          undo: () =>
            inTurn(async () => {
              const kept = Object.entries(before.fields).filter(
                ([field]) => !was || was.fields.some((declared) => declared.name === field),
              );
              const back = await send(
                before,
                Object.fromEntries(kept.map(([field, { value }]) => [field, value])),
              );
              changed.current();
              return back;
            }),
        });
      }),
    [inTurn, acceptNow, offer, text],
  );

  const decide = useCallback<RecordEditor['decide']>(
    (decision, { reason, despite = false, onDoubt } = {}) =>
      inTurn(async () => {
        setDeciding(decision);
        const send = (kind: Decision): Promise<Answer<Pick<RecordDetail, 'state' | 'revision'>>> => {
          const { id, companyChecks } = latest.current;
          const of = { path: { id }, header: onRevision(latest.current) };
          switch (kind) {
            case 'confirm':
              return api.post('/records/{id}/confirm', {
                ...of,
                body: { despite: despite ? companyChecks.map(({ check }) => check) : [] },
              });
            case 'reject':
              return api.post('/records/{id}/reject', { ...of, body: { reason: reason ?? '' } });
            case 'reopen':
              return api.post('/records/{id}/reopen', { ...of, query: reason ? { reason } : {} });
          }
        };
        const answer = await send(decision);
        const shown = await acceptNow(answer);
        setDeciding(undefined);
        if (!answer.ok) {
          if (onDoubt && answer.problem.code === 'record.checks_fail') onDoubt(shown);
          else if (answer.problem.code === 'record.exported') setNeedsReason(true);
          else showProblem(answer.problem);
          return undefined;
        }
        setNeedsReason(false);
        changed.current();
        const waits = decision === 'confirm' && answer.value.state === 'needs_review';
        if (decision !== 'reopen') {
          offer({
            done: waits
              ? text('workspace.record.decided_first', { name: name.current })
              : text('workspace.record.decided', { name: name.current, decision }),
            undo: () =>
              inTurn(async () => {
                const back = await send('reopen');
                await acceptNow(back);
                changed.current();
                return back;
              }),
          });
        }
        return shown;
      }),
    [inTurn, acceptNow, offer, text],
  );

  return {
    record,
    needsReason,
    keepExported: () => setNeedsReason(false),
    statusOf: (field) => statuses[field],
    save,
    settled: () => inTurn(async () => latest.current),
    retype,
    decide,
    deciding,
    conflict,
    resolve: (choice) => {
      if (!conflict) return;
      const { field, mine, picked, theirs } = conflict;
      setConflict(undefined);
      if (choice === 'mine') void save(field, mine, storedValue(theirs, field), field, picked);
      else {
        setStatus(field, { state: 'saved' });
        setDrafts((all) => ({ ...all, [field]: (all[field] ?? 0) + 1 }));
      }
    },
    draftOf: (field) => drafts[field] ?? 0,
  };
}
