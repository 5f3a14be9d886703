import type { FieldChange } from '@readout/domain/plugins/try-versions';
import type { Manifest } from '@readout/plugin-kit/manifest';
import classes from '../../../plugins/plugins.module.css';
import { useText } from '../../../ui/texts.tsx';

/** A version of a plugin, as far as its changes are shown. */
export interface ComparedVersion {
  version: string;
  /** In the language of the page; absent where the version is gone. */
  manifest?: Pick<Manifest, 'records'> | undefined;
}

interface Props {
  changes: readonly FieldChange[];
  from: ComparedVersion;
  to: ComparedVersion;
}

/** In which fields of a capture two versions differ. */
export function ChangesTable({ changes, from, to }: Props) {
  const text = useText();
  if (changes.length === 0) return null;
  return (
    <div className={classes.scroll}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">{text('settings.plugins.field')}</th>
            <th scope="col">{from.version}</th>
            <th scope="col">{to.version}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            // The same field of several records of one type stands here once for each.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
            <tr key={index}>
              <th scope="row">{fieldLabel(change, [from, to])}</th>
              <td>{shown(change.from)}</td>
              <td>{shown(change.to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As the last of the versions that has the field labels it. */
export function fieldLabel(
  { record: type, field: name }: Pick<FieldChange, 'record' | 'field'>,
  versions: readonly ComparedVersion[],
): string {
  for (const { manifest } of versions.toReversed()) {
    const record = manifest?.records.find((each) => each.type === type);
    const field = record?.fields.find((each) => each.name === name);
    if (field) return field.label;
  }
  return name;
}

const maxShown = 300;

function shown(value: FieldChange['from']): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
