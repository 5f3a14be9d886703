import type { JsonValue } from '@readout/plugin-kit';
import type { Difference } from '@readout/plugin-kit/expectation';
import { type SayText, useText } from '../ui/texts.tsx';
import classes from './plugins.module.css';

/** What is not as a fixture says. `before`: there is nothing wrong in it, it was otherwise. */
export function DifferenceTable({
  differences,
  kind = 'wrong',
}: {
  differences: readonly Difference[];
  kind?: 'wrong' | 'before';
}) {
  const text = useText();
  const nothing = <em>{text('studio.difference.nothing')}</em>;
  return (
    <div className={classes.scroll}>
      <table className={classes.changes} data-kind={kind}>
        <thead>
          <tr>
            <th scope="col">{text('studio.difference.field')}</th>
            <th scope="col">
              {text(kind === 'before' ? 'studio.difference.before' : 'studio.difference.expected')}
            </th>
            <th scope="col">{text('studio.difference.now')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((each) => {
            const what = placeOf(each, text);
            return (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td dir="auto">{shown(each.expected) ?? nothing}</td>
                <td dir="auto">{shown(each.actual) ?? nothing}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** `receipt · total`, with a number where there are several records of the type. */
export function placeOf({ index, type, field, part }: Difference, text: SayText): string {
  const record = index > 0 ? `${type} ${index + 1}` : type;
  return [record, field, isSaid(part) ? text('studio.difference.part', { part }) : '']
    .filter(Boolean)
    .join(' · ');
}

const isSaid = (part: Difference['part']) => part === 'seen' || part === 'checks' || part === 'ambiguous';

export function shown(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(' ');
  return JSON.stringify(value, null, 1);
}
