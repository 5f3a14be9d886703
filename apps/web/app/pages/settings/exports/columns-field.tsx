import { ActionIcon, Checkbox, Input, TextInput } from '@mantine/core';
import { maxColumnTitle, type ProfileColumn } from '@readout/domain/exports/profiles/rules';
import { useId, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import classes from './exports.module.css';

interface Source {
  source: string;
  label: string;
}
type Shown = Source & { title: string; isIn: boolean };

/** Which columns a file has, how they are called, and in which order. */
export function ColumnsField({
  sources,
  kept,
  error,
}: {
  sources: readonly Source[];
  kept?: readonly ProfileColumn[] | undefined;
  error?: string | undefined;
}) {
  const text = useText();
  const id = useId();
  const [columns, setColumns] = useState<readonly Shown[]>(() => shownOf(sources, kept));
  const [said, setSaid] = useState('');
  const change = (source: string, more: Partial<Shown>) =>
    setColumns((now) => now.map((each) => (each.source === source ? { ...each, ...more } : each)));
  const move = (index: number, by: -1 | 1) => {
    const order = [...columns];
    const [moved] = order.splice(index, 1);
    order.splice(index + by, 0, moved!);
    setColumns(order);
    setSaid(text('export.profile.moved', { name: moved!.title, position: index + by + 1 }));
  };
  const included = columns.filter(({ isIn }) => isIn).map(({ source, title }) => ({ source, title }));
  return (
    <Input.Wrapper
      label={text('export.profile.columns')}
      labelElement="div"
      labelProps={{ id }}
      description={text('export.profile.columns_hint')}
      error={error}
    >
      <input type="hidden" name="columns" value={JSON.stringify(included)} />
      <ol className={classes.columns} aria-labelledby={id}>
        {columns.map(({ source, label, title, isIn }, index) => (
          <li key={source}>
            <Checkbox
              aria-label={text('export.profile.column_in', { name: label })}
              checked={isIn}
              onChange={(event) => change(source, { isIn: event.currentTarget.checked })}
            />
            <TextInput
              size="xs"
              aria-label={text('export.profile.column_title', { name: label })}
              value={title}
              disabled={!isIn}
              maxLength={maxColumnTitle}
              onChange={(event) => change(source, { title: event.currentTarget.value })}
            />
            <code className={classes.source}>{source}</code>
            <ActionIcon
              variant="default"
              aria-label={text('export.profile.up', { name: label })}
              aria-disabled={index === 0}
              onClick={() => index > 0 && move(index, -1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={text('export.profile.down', { name: label })}
              aria-disabled={index === columns.length - 1}
              onClick={() => index < columns.length - 1 && move(index, 1)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </Input.Wrapper>
  );
}

/** What is kept in its order, then what could be added; of a new profile the fields, all of them. */
function shownOf(sources: readonly Source[], kept: readonly ProfileColumn[] | undefined): Shown[] {
  if (!kept)
    return sources.map((each) => ({ ...each, title: each.label, isIn: !each.source.startsWith('@') }));
  const labels = new Map(sources.map(({ source, label }) => [source, label]));
  const names = new Set(kept.map(({ source }) => source));
  return [
    ...kept.map((each) => ({ ...each, label: labels.get(each.source) ?? each.source, isIn: true })),
    ...sources
      .filter(({ source }) => !names.has(source))
      .map((each) => ({ ...each, title: each.label, isIn: false })),
  ];
}
