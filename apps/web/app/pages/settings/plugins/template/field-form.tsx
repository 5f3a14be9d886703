import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { Field, PluginReading } from '@readout/plugin-kit';
import { suggestMark, type TemplateFieldType, type TemplateMark } from '@readout/plugin-kit/template';
import { Row } from '../../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { RowsForm } from './rows-form.tsx';
import classes from './template.module.css';
import type { Asking } from './use-pointing.ts';

const types = [
  'text',
  'number',
  'amount',
  'date',
  'time',
  'code',
  'address',
  'choice',
] as const satisfies readonly TemplateFieldType[];

/** What one says about a value: its name, its type, which words belong to it and how it is found again. */
export function FieldForm({
  reading,
  mark,
  others,
  field,
  asking,
  change,
  remove,
  ask,
  addInLine,
}: {
  reading: PluginReading;
  mark: TemplateMark;
  others: readonly TemplateMark[];
  /** What the reader makes of it on the example. */
  field: Field | undefined;
  asking: Asking;
  change(more: Partial<TemplateMark>): void;
  remove(): void;
  ask(asking: Asking): void;
  /** Marks one more value in the line. */
  addInLine(lineId: string): void;
}) {
  const text = useText();
  const { value, by } = mark;
  const lineOf = (id: string) => reading.lines.find((line) => line.id === id);
  const labelText =
    by === 'place'
      ? ''
      : by.label.map((part) => lineOf(part.line)?.text.slice(part.start, part.end) ?? '').join(' ');
  return (
    <div className={classes.form}>
      <TextInput
        label={text('common.name')}
        size="sm"
        maxLength={80}
        value={mark.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      {'columns' in value ? (
        <RowsForm
          reading={reading}
          value={value}
          by={by}
          field={field}
          asking={asking}
          change={(rows) => change({ value: rows })}
          ask={ask}
        />
      ) : null}
      {'parts' in value ? (
        <Select
          label={text('template.field.type_label')}
          size="sm"
          data={types.map((type) => ({ value: type, label: text('template.field.type', { type }) }))}
          value={mark.type}
          allowDeselect={false}
          onChange={(type) => type && change({ type: type as TemplateFieldType })}
        />
      ) : null}
      {mark.type === 'number' ? (
        <TextInput
          label={text('template.field.unit')}
          size="sm"
          maxLength={20}
          value={mark.unit ?? ''}
          onChange={(event) => change({ unit: event.currentTarget.value || undefined })}
        />
      ) : null}
      {mark.type === 'choice' ? (
        <Textarea
          label={text('template.field.options')}
          size="sm"
          autosize
          minRows={2}
          value={(mark.options ?? []).join('\n')}
          onChange={(event) => change({ options: event.currentTarget.value.split('\n') })}
        />
      ) : null}
      {'parts' in value && value.parts.length === 1 ? (
        <Words
          reading={reading}
          part={value.parts[0]!}
          others={others}
          change={change}
          addInLine={addInLine}
        />
      ) : null}
      {'barcode' in value ? (
        <p className={classes.how}>{text('template.field.by_code')}</p>
      ) : 'columns' in value ? null : (
        <div className={classes.how}>
          <p>
            {by === 'place' ? (
              text('template.field.by_place')
            ) : (
              <FormattedText
                id="template.field.by_text"
                values={{ text: labelText, q: (inside) => <q>{inside}</q> }}
              />
            )}
          </p>
          <Row gap={8}>
            <Button
              size="xs"
              variant={asking === 'label' ? 'filled' : 'default'}
              aria-pressed={asking === 'label'}
              onClick={() => ask(asking === 'label' ? 'value' : 'label')}
            >
              {text('template.field.use_text', {
                state: asking === 'label' ? 'asking' : by === 'place' ? 'place' : 'text',
              })}
            </Button>
            {by === 'place' ? null : (
              <Button size="xs" variant="default" onClick={() => change({ by: 'place' })}>
                {text('template.field.use_place')}
              </Button>
            )}
          </Row>
        </div>
      )}
      <Checkbox
        size="sm"
        label={text('template.field.is_required')}
        checked={mark.isRequired}
        onChange={(event) => change({ isRequired: event.currentTarget.checked })}
      />
      <Button size="xs" variant="subtle" color="red" className={classes.remove} onClick={remove}>
        {text('template.field.remove')}
      </Button>
    </div>
  );
}

/** The words of the line: which of them are the value. */
function Words({
  reading,
  part,
  others,
  change,
  addInLine,
}: {
  reading: PluginReading;
  part: { line: string; start: number; end: number };
  others: readonly TemplateMark[];
  change(more: Partial<TemplateMark>): void;
  addInLine(lineId: string): void;
}) {
  const say = useText();
  const text = reading.lines.find((line) => line.id === part.line)?.text ?? '';
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (words.length < 2) return null;
  const isIn = (word: { start: number; end: number }) => word.start < part.end && word.end > part.start;
  const toggle = (word: { start: number; end: number }) => {
    let { start, end } = part;
    if (!isIn(word)) [start, end] = [Math.min(start, word.start), Math.max(end, word.end)];
    // What is taken out is taken out with everything outside of it.
    else if (word.start - start <= end - word.end)
      start = words.find((each) => each.start >= word.end)?.start ?? end;
    else end = words.findLast((each) => each.end <= word.start)?.end ?? start;
    if (end <= start) return;
    const value = { parts: [{ line: part.line, start, end }] };
    const { by } = suggestMark(reading, value.parts, others, 'en');
    // Words in front of the value in its own line are its label.
    const isOwn = by !== 'place' && by.label.some((label) => label.line === part.line);
    change({ value, ...(isOwn ? { by } : {}) });
  };
  return (
    <fieldset className={classes.words}>
      <legend>{say('template.field.value_is')}</legend>
      {words.map((word) => (
        <button key={word.start} type="button" aria-pressed={isIn(word)} onClick={() => toggle(word)}>
          {word.text}
        </button>
      ))}
      {words.every(isIn) ? null : (
        <Button size="xs" variant="subtle" onClick={() => addInLine(part.line)}>
          {say('template.field.another')}
        </Button>
      )}
    </fieldset>
  );
}
