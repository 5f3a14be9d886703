import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { Field, JsonValue, PluginReading } from '@readout/plugin-kit';
import type { MarkedRows, TemplateColumnType, TemplateMark } from '@readout/plugin-kit/template';
import type { ReactNode } from 'react';
import { IconX } from '../../../../ui/icons.ts';
import { Row } from '../../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import classes from './template.module.css';
import type { Asking } from './use-pointing.ts';

const types = [
  'text',
  'number',
  'amount',
  'date',
  'time',
  'code',
] as const satisfies readonly TemplateColumnType[];
const maxShown = 30;
const quoted = (inside: ReactNode[]) => <q>{inside}</q>;

/** Columns of the row that was marked, where the rows end, and the rows found on the example. */
export function RowsForm({
  reading,
  value,
  by,
  field,
  asking,
  change,
  ask,
}: {
  reading: PluginReading;
  value: MarkedRows;
  by: TemplateMark['by'];
  field: Field | undefined;
  asking: Asking;
  change(value: MarkedRows): void;
  ask(asking: Asking): void;
}) {
  const text = useText();
  const textOf = (parts: readonly { line: string; start: number; end: number }[]) =>
    parts
      .map((part) => reading.lines.find(({ id }) => id === part.line)?.text.slice(part.start, part.end) ?? '')
      .join(' ');
  const { columns, until } = value;
  const changeColumn = (index: number, more: Partial<MarkedRows['columns'][number]>) =>
    change({
      ...value,
      columns: columns.map((column, at) => (at === index ? { ...column, ...more } : column)),
    });
  const rows = (Array.isArray(field?.value) ? field.value : []) as Record<string, JsonValue>[];
  const toggle = (wanted: Asking) => () => ask(asking === wanted ? 'value' : wanted);
  return (
    <>
      <ol className={classes.columns} aria-label={text('template.rows_form.columns')}>
        {columns.map((column, index) => (
          <li key={column.name}>
            <TextInput
              size="xs"
              aria-label={text('template.rows_form.name_of', { number: index + 1 })}
              maxLength={80}
              value={column.label}
              onChange={(event) => changeColumn(index, { label: event.currentTarget.value })}
            />
            <Select
              size="xs"
              aria-label={text('template.rows_form.type_of', { number: index + 1 })}
              data={types.map((type) => ({
                value: type,
                label: text('template.rows_form.type', { type }),
              }))}
              value={column.type}
              allowDeselect={false}
              onChange={(type) => type && changeColumn(index, { type: type as TemplateColumnType })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={text('template.rows_form.remove', { name: column.label })}
              disabled={columns.length === 1}
              onClick={() => change({ ...value, columns: columns.filter((_, at) => at !== index) })}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div className={classes.how}>
        <p>
          {by === 'place' ? (
            text('template.rows_form.by_place')
          ) : (
            <FormattedText id="template.rows_form.below" values={{ text: textOf(by.label), q: quoted }} />
          )}{' '}
          {until ? (
            <FormattedText id="template.rows_form.until" values={{ text: textOf(until), q: quoted }} />
          ) : (
            text('template.rows_form.until_space')
          )}
        </p>
        <Row gap={8}>
          <Button
            size="xs"
            variant={asking === 'column' ? 'filled' : 'default'}
            aria-pressed={asking === 'column'}
            onClick={toggle('column')}
          >
            {text('template.rows_form.add', { state: asking === 'column' ? 'asking' : 'idle' })}
          </Button>
          <Button
            size="xs"
            variant={asking === 'until' ? 'filled' : 'default'}
            aria-pressed={asking === 'until'}
            onClick={toggle('until')}
          >
            {text('template.rows_form.say_end', { state: asking === 'until' ? 'asking' : 'idle' })}
          </Button>
          {until ? (
            <Button size="xs" variant="default" onClick={() => change({ ...value, until: undefined })}>
              {text('template.rows_form.end_at_space')}
            </Button>
          ) : null}
        </Row>
      </div>
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and without a mouse the keys have to reach it
        <section className={classes.found} aria-label={text('template.rows_form.found')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name, label }) => (
                  <th key={name}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, maxShown).map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                <tr key={index}>
                  {columns.map(({ name }) => (
                    <td key={name}>{Object.hasOwn(row, name) ? String(row[name]) : ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > maxShown ? (
            <p>{text('template.rows_form.more', { count: rows.length - maxShown })}</p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
