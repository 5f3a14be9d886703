import { ActionIcon, Button, Checkbox, Modal, Select } from '@mantine/core';
import { aboutColumns, maxColumns } from '@readout/domain/list-table/rules';
import { useLayoutEffect, useRef, useState } from 'react';
import { chosenColumns, columnLabel, fieldsToChoose } from '../../../captures/table-columns.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { IconArrowDown, IconArrowUp, IconColumns3, IconLayoutList, IconTable } from '../../../ui/icons.ts';
import { Hidden } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

/** The list as a table or as a list, and what the table has columns for. */
export function TableMenu({ onType }: { onType(type: string | undefined): void }) {
  const text = useText();
  const { table, changeTable, openId } = useWorkspace();
  const [isChoosing, setIsChoosing] = useState(false);
  const toggle = (): void => changeTable({ isShown: !table.isShown });
  const label = text('workspace.table.show_as', { look: table.isShown ? 'list' : 'table' });
  // Beside what is open there is room for the list alone.
  const isInPlace = openId === undefined;
  useKeys({
    table: () => (isInPlace ? toggle() : false),
    columns: () => (isInPlace && table.isShown ? setIsChoosing(true) : false),
  });
  if (!isInPlace) return null;
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label={label} title={label} onClick={toggle}>
        {table.isShown ? <IconLayoutList size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
      </ActionIcon>
      {table.isShown ? (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={text('workspace.table.columns')}
          title={text('workspace.table.columns')}
          onClick={() => setIsChoosing(true)}
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      <Modal
        opened={isChoosing}
        onClose={() => setIsChoosing(false)}
        title={text('workspace.table.columns')}
        size="sm"
      >
        <ColumnsChoice onType={onType} />
      </Modal>
    </>
  );
}

/** Takes effect at once: the table is behind it. */
function ColumnsChoice({ onType }: { onType(type: string | undefined): void }) {
  const text = useText();
  const { table, changeTable, filter } = useWorkspace();
  const [said, setSaid] = useState('');
  // The list follows a moment later: what one changes until then is the new type's.
  const [shown, setShown] = useState({ listed: filter.type, type: filter.type });
  if (shown.listed !== filter.type) setShown({ listed: filter.type, type: filter.type });
  const { type } = shown;
  const fields = fieldsToChoose(table.types, type);
  const chosen = chosenColumns(table, type);
  const rest = [...fields.map(({ name }) => name), ...aboutColumns.map((column) => `@${column}`)].filter(
    (name) => !chosen.includes(name),
  );
  const labelOf = (name: string): string => columnLabel(name, fields, text);
  // A row that goes elsewhere takes the focus along.
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });
  const choose = (names: readonly string[], control: HTMLElement): void => {
    focused.current = control;
    changeTable({ columns: { ...table.columns, [type ?? '']: [...names] } });
  };
  const move = (index: number, by: -1 | 1, control: HTMLElement): void => {
    const order = [...chosen];
    const [moved] = order.splice(index, 1);
    order.splice(index + by, 0, moved!);
    choose(order, control);
    setSaid(text('workspace.table.moved', { name: labelOf(moved!), position: index + by + 1 }));
  };
  const { [type ?? '']: own, ...others } = table.columns;
  return (
    <div className={classes.form}>
      <Select
        label={text('workspace.table.type')}
        placeholder={text('workspace.table.all_types')}
        clearable
        data={table.types.map((each) => ({ value: each.type, label: each.label }))}
        value={type ?? null}
        onChange={(value) => {
          setShown({ ...shown, type: value ?? undefined });
          onType(value ?? undefined);
        }}
      />
      <ol className={classes.columns} aria-label={text('workspace.table.columns')}>
        {[...chosen, ...rest].map((name, index) => (
          <li key={name}>
            <Checkbox
              label={labelOf(name)}
              checked={index < chosen.length}
              disabled={index >= chosen.length && chosen.length >= maxColumns}
              onChange={(event) =>
                choose(
                  event.currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name),
                  event.currentTarget,
                )
              }
            />
            {index < chosen.length ? (
              <>
                <ActionIcon
                  variant="default"
                  aria-label={text('workspace.table.up', { name: labelOf(name) })}
                  aria-disabled={index === 0}
                  onClick={({ currentTarget }) => index > 0 && move(index, -1, currentTarget)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={text('workspace.table.down', { name: labelOf(name) })}
                  aria-disabled={index === chosen.length - 1}
                  onClick={({ currentTarget }) => index < chosen.length - 1 && move(index, 1, currentTarget)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </ActionIcon>
              </>
            ) : null}
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="compact-sm"
        aria-disabled={own === undefined}
        data-off={own === undefined || undefined}
        onClick={() => own && changeTable({ columns: others })}
      >
        {text('workspace.table.usual')}
      </Button>
      <Hidden as="p" role="status">
        {said}
      </Hidden>
    </div>
  );
}
