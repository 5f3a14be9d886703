import type { Field, PluginReading } from '@readout/plugin-kit';
import type { Explained, TemplateMark } from '@readout/plugin-kit/template';
import { Text } from '../../../../ui/layout.tsx';
import { type SayText, useText } from '../../../../ui/texts.tsx';
import { FieldForm } from './field-form.tsx';
import classes from './template.module.css';
import type { Asking } from './use-pointing.ts';

/** The values that were pointed at, with what the reader makes of them on the example. */
export function FieldList({
  reading,
  marks,
  explained,
  selected,
  asking,
  select,
  changeMark,
  remove,
  ask,
  addInLine,
}: {
  reading: PluginReading;
  marks: readonly TemplateMark[];
  explained: Explained;
  selected: number | undefined;
  asking: Asking;
  select(index: number | undefined): void;
  changeMark(index: number, more: Partial<TemplateMark>): void;
  remove(index: number): void;
  ask(asking: Asking): void;
  addInLine(lineId: string): void;
}) {
  const text = useText();
  if (marks.length === 0) return null;
  return (
    <ol className={classes.fields}>
      {marks.map((mark, index) => {
        const value = explained.values.find((each) => each.name === mark.name);
        const made = value?.field;
        const isOpen = index === selected;
        return (
          // Names are unique and change while one types.
          // biome-ignore lint/suspicious/noArrayIndexKey: marks are only added at the end
          <li key={index} data-open={isOpen || undefined}>
            <button
              type="button"
              className={classes.field}
              aria-expanded={isOpen}
              onClick={() => select(isOpen ? undefined : index)}
            >
              <Text as="span" tone="dim" isBroken>
                {mark.label || text('template.value')}
              </Text>
              <span className={classes.fieldValue} data-missing={!made || undefined} dir="auto">
                {made ? shown(made, text) : whyMissing(value, text)}
                {made && mark.type === 'number' && mark.unit ? ` ${mark.unit}` : ''}
              </span>
            </button>
            {isOpen ? (
              <FieldForm
                reading={reading}
                mark={mark}
                others={marks.filter((other) => other !== mark)}
                field={made}
                asking={asking}
                change={(more) => changeMark(index, more)}
                remove={() => remove(index)}
                ask={ask}
                addInLine={addInLine}
              />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

export const shown = ({ value }: Field, text: SayText): string =>
  typeof value === 'string'
    ? value.replaceAll('\n', ', ')
    : Array.isArray(value)
      ? text('template.field.rows', { count: value.length })
      : JSON.stringify(value);

/** Why a value was not read, in a few words. */
export const whyMissing = (value: Explained['values'][number] | undefined, text: SayText): string =>
  value?.declined
    ? text('template.field.not_of_type', { type: value.type, text: value.declined })
    : text('template.field.not_found');
