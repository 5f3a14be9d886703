import { useText } from '../../../../../ui/texts.tsx';
import classes from '../studio.module.css';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';
import { ChoiceAt, LinesAt, NumberAt, SwitchAt, TextAt } from './inputs.tsx';
import { ListOf } from './list-of.tsx';
import { partName, textOf } from './part-name.ts';

const types = ['text', 'number', 'switch', 'choice', 'texts'] as const;

/** What companies may set. */
export function SettingParts() {
  return (
    <ListOf
      path={['settings']}
      part="setting"
      begin={() => ({ name: 'setting', label: 'Setting', type: 'text' })}
      nameOf={partName('name')}
    >
      {(path) => <SettingPart path={path} />}
    </ListOf>
  );
}

function SettingPart({ path }: { path: Path }) {
  const text = useText();
  const { value, set } = useManifestForm();
  const type = value([...path, 'type']);
  // What another type has no use for goes; a choice needs something to choose from.
  const change = (next: string): void => {
    const { name, label, help } = (value(path) ?? {}) as Record<string, unknown>;
    set(path, {
      ...{ name, label },
      ...(help === undefined ? {} : { help }),
      type: next,
      ...(next === 'choice'
        ? {
            options: [
              { value: 'one', label: 'One' },
              { value: 'two', label: 'Two' },
            ],
            default: 'one',
          }
        : {}),
    });
  };
  return (
    <>
      <div className={classes.row}>
        <TextAt path={[...path, 'name']} label={text('common.name')} />
        <TextAt path={[...path, 'label']} label={text('editor.manifest.label')} />
        <ChoiceAt
          path={[...path, 'type']}
          label={text('editor.manifest.type')}
          options={types.map((each) => ({
            value: each,
            label: text('editor.manifest.setting_type', { type: each }),
          }))}
          onChosen={change}
        />
      </div>
      <TextAt path={[...path, 'help']} label={text('editor.manifest.help')} isOptional />
      {type === 'text' ? (
        <div className={classes.row}>
          <TextAt path={[...path, 'default']} label={text('editor.manifest.proposed')} isOptional />
          <NumberAt path={[...path, 'maxLength']} label={text('editor.manifest.max_length')} />
        </div>
      ) : null}
      {type === 'number' ? (
        <div className={classes.row}>
          <NumberAt path={[...path, 'default']} label={text('editor.manifest.proposed')} />
          <NumberAt path={[...path, 'min']} label={text('editor.manifest.min')} />
          <NumberAt path={[...path, 'max']} label={text('editor.manifest.max')} />
          <TextAt path={[...path, 'unit']} label={text('editor.manifest.unit')} isOptional />
        </div>
      ) : null}
      {type === 'switch' ? (
        <SwitchAt path={[...path, 'default']} label={text('editor.manifest.on_unless')} />
      ) : null}
      {type === 'texts' ? (
        <LinesAt path={[...path, 'default']} label={text('editor.manifest.proposed')} />
      ) : null}
      {type === 'choice' ? <Options path={path} /> : null}
    </>
  );
}

function Options({ path }: { path: Path }) {
  const text = useText();
  const { value } = useManifestForm();
  const options = value([...path, 'options']);
  const values = (Array.isArray(options) ? options : [])
    .map((option) => textOf(option, 'value'))
    .filter(Boolean);
  return (
    <>
      <ListOf
        path={[...path, 'options']}
        part="option"
        begin={() => ({ value: `option-${values.length + 1}`, label: 'Option' })}
        nameOf={partName('value')}
      >
        {(option) => (
          <div className={classes.row}>
            <TextAt path={[...option, 'value']} label={text('editor.manifest.value')} />
            <TextAt path={[...option, 'label']} label={text('editor.manifest.label')} />
          </div>
        )}
      </ListOf>
      <ChoiceAt path={[...path, 'default']} label={text('editor.manifest.proposed')} options={values} />
    </>
  );
}
