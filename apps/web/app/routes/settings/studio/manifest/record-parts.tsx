import { fieldTypes } from '@readout/plugin-kit/manifest';
import classes from '../studio.module.css';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';
import { ChoiceAt, LinesAt, TextAt } from './inputs.tsx';
import { ListOf } from './list-of.tsx';
import { partName, textOf } from './part-name.ts';

/** The record types a reader makes, with their fields. */
export function RecordParts() {
  return (
    <ListOf
      path={['records']}
      one="record type"
      begin={() => ({
        type: 'record',
        label: 'Record',
        title: 'name',
        fields: [{ name: 'name', label: 'Name', type: 'text' }],
      })}
      nameOf={partName('type')}
    >
      {(path) => <RecordPart path={path} />}
    </ListOf>
  );
}

function RecordPart({ path }: { path: Path }) {
  const { value } = useManifestForm();
  const fields = value([...path, 'fields']);
  const names = (Array.isArray(fields) ? fields : []).map((field) => textOf(field, 'name')).filter(Boolean);
  return (
    <>
      <div className={classes.row}>
        <TextAt path={[...path, 'type']} label="Type" />
        <TextAt path={[...path, 'label']} label="Label" />
        <ChoiceAt path={[...path, 'title']} label="Named in lists by" options={names} />
      </div>
      <LinesAt
        path={[...path, 'facts']}
        label="Shown beside it"
        help="Names of fields, most telling first, one on each line. Empty: the first that have a value."
      />
      <ListOf
        path={[...path, 'fields']}
        one="field"
        begin={() => ({ name: freeName(names), label: 'Field', type: 'text' })}
        nameOf={partName('name')}
      >
        {(field) => <FieldPart path={field} />}
      </ListOf>
    </>
  );
}

function FieldPart({ path }: { path: Path }) {
  const { value } = useManifestForm();
  const type = value([...path, 'type']);
  return (
    <>
      <div className={classes.row}>
        <TextAt path={[...path, 'name']} label="Name" />
        <TextAt path={[...path, 'label']} label="Label" />
        <ChoiceAt path={[...path, 'type']} label="Type" options={fieldTypes} />
        {type === 'number' ? <TextAt path={[...path, 'unit']} label="Unit" isOptional /> : null}
      </div>
      {type === 'choice' ? <LinesAt path={[...path, 'options']} label="What it can be" /> : null}
      {type === 'list' ? (
        <ListOf
          path={[...path, 'columns']}
          one="column"
          begin={() => ({ name: 'column', label: 'Column', type: 'text' })}
          nameOf={partName('name')}
        >
          {(column) => (
            <div className={classes.row}>
              <TextAt path={[...column, 'name']} label="Name" />
              <TextAt path={[...column, 'label']} label="Label" />
              <ChoiceAt path={[...column, 'type']} label="Type" options={fieldTypes} />
            </div>
          )}
        </ListOf>
      ) : null}
    </>
  );
}

function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++)
    if (!taken.includes(`field${number}`)) return `field${number}`;
}
