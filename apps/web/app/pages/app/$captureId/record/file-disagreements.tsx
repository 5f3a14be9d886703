import type { RecordDetail } from '@readout/domain/records/rules';
import type { PageDifference } from '@readout/plugin-kit';
import { inFiles } from '@readout/plugin-kit/evidence';
import { evidenceOnPage } from '../../../../picture/field-boxes.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { useText } from '../../../../ui/texts.tsx';
import { Crop, type PixelSource } from './crop.tsx';
import classes from './record.module.css';

interface FileDisagreementsProps {
  record: RecordDetail;
  type: RecordType | undefined;
  pixels: PixelSource | undefined;
  onLook(field: string): void;
}

/** What the file and the page of a document say in two ways, side by side; nothing where they agree. */
export function FileDisagreements({ record, type, pixels, onLook }: FileDisagreementsProps) {
  const text = useText();
  const differing = Object.entries(record.fields).flatMap(([name, { checks }]) =>
    checks.flatMap(({ rule }) =>
      rule?.rule === 'page' ? (rule.differs ?? []).map((difference) => ({ name, difference })) : [],
    ),
  );
  if (differing.length === 0) return null;
  const id = `differs-${record.id}`;
  return (
    <section className={classes.beside} aria-labelledby={id}>
      <h4 id={id}>{text('workspace.file.differs', { count: differing.length })}</h4>
      <p>{text('workspace.file.differs_what')}</p>
      <table className={classes.differing}>
        <thead>
          <tr>
            <th scope="col">{text('workspace.file.value')}</th>
            <th scope="col">{text('workspace.file.in_file')}</th>
            <th scope="col">{text('workspace.file.on_page')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, difference }) => (
            <Differing
              key={`${name} ${difference.row} ${difference.column}`}
              name={name}
              difference={difference}
              field={record.fields[name]!}
              type={type}
              pixels={pixels}
              onLook={() => onLook(name)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DifferingProps extends Pick<FileDisagreementsProps, 'type' | 'pixels'> {
  name: string;
  difference: PageDifference;
  field: RecordDetail['fields'][string];
  onLook(): void;
}

function Differing({ name, difference, field, type, pixels, onLook }: DifferingProps) {
  const [text, readable] = [useText(), useReadable()];
  const { value, printed, row, column } = difference;
  const declared = type?.fields.find((each) => each.name === name);
  const cell = declared?.columns?.find((each) => each.name === column);
  const label =
    row === undefined
      ? (declared?.label ?? name)
      : text('workspace.record.cell', { label: cell?.label ?? column ?? '', row: row + 1 });
  const [place] = inFiles(field.evidence);
  // The places of a list are those of all its rows.
  const quads =
    pixels && row === undefined ? evidenceOnPage(field.evidence, pixels).map(({ box }) => box) : [];
  return (
    <tr>
      <th scope="row">
        <button type="button" className={classes.lookAt} onClick={onLook}>
          {label}
        </button>
      </th>
      <td>
        <span dir="auto">{readable(value, cell?.type ?? declared?.type ?? 'text')}</span>
        {place ? <code title={place.path}>{place.path.split('/').slice(-2).join('/')}</code> : null}
      </td>
      <td>
        {printed === '' ? (
          <span className={classes.dim}>{text('workspace.file.not_on_page')}</span>
        ) : (
          <span dir="auto">{printed}</span>
        )}
        {pixels && quads.length > 0 ? <Crop {...pixels} quads={quads} label={label} /> : null}
      </td>
    </tr>
  );
}
