import type { Field, PluginReading } from '@readout/plugin-kit';
import type { TemplateMark } from '@readout/plugin-kit/template';
import { FieldForm } from './field-form.tsx';
import classes from './template.module.css';

/** The values that were pointed at, with what the reader makes of them on the example. */
export function FieldList({
  reading,
  marks,
  seen,
  selected,
  isChoosingLabel,
  select,
  changeMark,
  remove,
  chooseLabel,
}: {
  reading: PluginReading;
  marks: readonly TemplateMark[];
  seen: Record<string, Field>;
  selected: number | undefined;
  isChoosingLabel: boolean;
  select(index: number | undefined): void;
  changeMark(index: number, more: Partial<TemplateMark>): void;
  remove(index: number): void;
  chooseLabel(isChoosing: boolean): void;
}) {
  if (marks.length === 0)
    return (
      <p className={classes.hint}>
        Click a value in the picture: the number, the name, the date. Drag a frame around several lines, such
        as an address. Its label is found by itself.
      </p>
    );
  return (
    <ol className={classes.fields}>
      {marks.map((mark, index) => {
        const made = seen[mark.name];
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
              <span className={classes.fieldName}>{mark.label || 'Value'}</span>
              <span className={classes.fieldValue} data-missing={!made || undefined} dir="auto">
                {made ? shown(made) : `cannot be read as ${typeWords[mark.type]}`}
                {made && mark.type === 'number' && mark.unit ? ` ${mark.unit}` : ''}
              </span>
            </button>
            {isOpen ? (
              <FieldForm
                reading={reading}
                mark={mark}
                isChoosingLabel={isChoosingLabel}
                change={(more) => changeMark(index, more)}
                remove={() => remove(index)}
                chooseLabel={chooseLabel}
              />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

const typeWords: Record<TemplateMark['type'], string> = {
  text: 'text',
  amount: 'an amount',
  number: 'a number',
  date: 'a date',
  time: 'a time',
  code: 'a code',
  address: 'an address',
  choice: 'one of the choices',
};

export const shown = ({ value }: Field): string =>
  typeof value === 'string' ? value.replaceAll('\n', ', ') : JSON.stringify(value);
