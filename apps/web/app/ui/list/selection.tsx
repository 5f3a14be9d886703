import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react';
import { Form } from 'react-router';
import { useText } from '../texts.tsx';
import classes from './list.module.css';

interface Selection {
  /** Whether the viewer may do anything with what is chosen. */
  isOn: boolean;
  formId: string;
  shown: readonly string[];
  chosen: ReadonlySet<string>;
  choose(ids: Iterable<string>, isChosen: boolean): void;
}

const SelectionContext = createContext<Selection | null>(null);

export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('Outside of a selectable list.');
  return selection;
}

/**
 * Rows that can be chosen; with a key of what is shown another page begins again, without one what was chosen stays
 * chosen wherever it is shown.
 */
export function Selectable({
  shown,
  isOn,
  children,
}: {
  shown: readonly string[];
  isOn: boolean;
  children: ReactNode;
}) {
  const formId = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo<Selection>(
    () => ({
      isOn,
      formId,
      shown,
      chosen,
      choose(ids, isChosen) {
        setChosen((before) => {
          const next = new Set(before);
          for (const id of ids) {
            if (isChosen) next.add(id);
            else next.delete(id);
          }
          return next;
        });
      },
    }),
    [isOn, formId, shown, chosen],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

export function SelectHead({ label }: { label: string }) {
  const { isOn, shown, chosen, choose } = useSelection();
  if (!isOn) return null;
  const isAll = shown.length > 0 && shown.every((id) => chosen.has(id));
  return (
    <th scope="col" className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isAll}
        disabled={shown.length === 0}
        onChange={(event) => choose(shown, event.currentTarget.checked)}
      />
    </th>
  );
}

export function SelectCell({ id, label, isOff }: { id: string; label: string; isOff?: boolean | undefined }) {
  const { isOn, formId, chosen, choose } = useSelection();
  if (!isOn) return null;
  return (
    <td className={classes.box}>
      <input
        type="checkbox"
        name="id"
        value={id}
        form={formId}
        aria-label={label}
        checked={chosen.has(id)}
        disabled={isOff}
        onChange={(event) => choose([id], event.currentTarget.checked)}
      />
    </td>
  );
}

/** What one can do with what is chosen: each button leads to a preview, nothing is changed yet. */
export function SelectionBar({
  actions,
  total,
  allOfList,
}: {
  actions: readonly (readonly [change: string, label: string])[];
  /** Of the whole list, over all its pages. */
  total: number;
  /** What choosing all of these is called. */
  allOfList: string;
}) {
  const text = useText();
  const { isOn, formId, shown, chosen } = useSelection();
  if (!isOn) return null;
  return (
    <Form method="post" id={formId} className={classes.selection}>
      <input type="hidden" name="intent" value="preview" />
      <span role="status">{text('common.selection.count', { count: chosen.size })}</span>
      {total > shown.length ? (
        <label>
          <input type="checkbox" name="everything" value="yes" /> {allOfList}
        </label>
      ) : null}
      {actions.map(([change, label]) => (
        <Button key={change} type="submit" name="change" value={change} variant="default" size="compact-sm">
          {label}
        </Button>
      ))}
    </Form>
  );
}
