import { fieldTypes } from '@readout/plugin-kit/manifest';
import { useText } from '../../../../../ui/texts.tsx';
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
      part="record_type"
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
  const text = useText();
  const { value } = useManifestForm();
  const fields = value([...path, 'fields']);
  const names = (Array.isArray(fields) ? fields : []).map((field) => textOf(field, 'name')).filter(Boolean);
  return (
    <>
      <div className={classes.row}>
        <TextAt path={[...path, 'type']} label={text('editor.manifest.type')} />
        <TextAt path={[...path, 'label']} label={text('editor.manifest.label')} />
        <ChoiceAt path={[...path, 'title']} label={text('editor.manifest.title_field')} options={names} />
      </div>
      <LinesAt
        path={[...path, 'facts']}
        label={text('editor.manifest.facts')}
        help={text('editor.manifest.facts_hint')}
      />
      <ListOf
        path={[...path, 'fields']}
        part="field"
        begin={() => ({ name: freeName(names), label: 'Field', type: 'text' })}
        nameOf={partName('name')}
      >
        {(field) => <FieldPart path={field} />}
      </ListOf>
    </>
  );
}

function FieldPart({ path }: { path: Path }) {
  const text = useText();
  const { value } = useManifestForm();
  const type = value([...path, 'type']);
  return (
    <>
      <div className={classes.row}>
        <TextAt path={[...path, 'name']} label={text('common.name')} />
        <TextAt path={[...path, 'label']} label={text('editor.manifest.label')} />
        <ChoiceAt path={[...path, 'type']} label={text('editor.manifest.type')} options={fieldTypes} />
        {type === 'number' ? (
          <TextAt path={[...path, 'unit']} label={text('editor.manifest.unit')} isOptional />
        ) : null}
      </div>
      {type === 'choice' ? (
        <LinesAt path={[...path, 'options']} label={text('editor.manifest.options')} />
      ) : null}
      {type === 'list' ? (
        <ListOf
          path={[...path, 'columns']}
          part="column"
          begin={() => ({ name: 'column', label: 'Column', type: 'text' })}
          nameOf={partName('name')}
        >
          {(column) => (
            <div className={classes.row}>
              <TextAt path={[...column, 'name']} label={text('common.name')} />
              <TextAt path={[...column, 'label']} label={text('editor.manifest.label')} />
              <ChoiceAt
                path={[...column, 'type']}
                label={text('editor.manifest.type')}
                options={fieldTypes}
              />
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
