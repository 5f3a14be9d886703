import classes from '../studio.module.css';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';
import { ChoiceAt, LinesAt, NumberAt, SwitchAt, TextAt } from './inputs.tsx';
import { ListOf } from './list-of.tsx';
import { partName, textOf } from './part-name.ts';

const types = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'switch', label: 'Switch' },
  { value: 'choice', label: 'Choice' },
  { value: 'texts', label: 'Several texts' },
];

/** What companies may set. */
export function SettingParts() {
  return (
    <ListOf
      path={['settings']}
      one="setting"
      begin={() => ({ name: 'setting', label: 'Setting', type: 'text' })}
      nameOf={partName('name')}
    >
      {(path) => <SettingPart path={path} />}
    </ListOf>
  );
}

function SettingPart({ path }: { path: Path }) {
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
        <TextAt path={[...path, 'name']} label="Name" />
        <TextAt path={[...path, 'label']} label="Label" />
        <ChoiceAt path={[...path, 'type']} label="Type" options={types} onChosen={change} />
      </div>
      <TextAt path={[...path, 'help']} label="Help" isOptional />
      {type === 'text' ? (
        <div className={classes.row}>
          <TextAt path={[...path, 'default']} label="Proposed" isOptional />
          <NumberAt path={[...path, 'maxLength']} label="Characters at most" />
        </div>
      ) : null}
      {type === 'number' ? (
        <div className={classes.row}>
          <NumberAt path={[...path, 'default']} label="Proposed" />
          <NumberAt path={[...path, 'min']} label="At least" />
          <NumberAt path={[...path, 'max']} label="At most" />
          <TextAt path={[...path, 'unit']} label="Unit" isOptional />
        </div>
      ) : null}
      {type === 'switch' ? (
        <SwitchAt path={[...path, 'default']} label="On unless it is switched off" />
      ) : null}
      {type === 'texts' ? <LinesAt path={[...path, 'default']} label="Proposed" /> : null}
      {type === 'choice' ? <Options path={path} /> : null}
    </>
  );
}

function Options({ path }: { path: Path }) {
  const { value } = useManifestForm();
  const options = value([...path, 'options']);
  const values = (Array.isArray(options) ? options : [])
    .map((option) => textOf(option, 'value'))
    .filter(Boolean);
  return (
    <>
      <ListOf
        path={[...path, 'options']}
        one="option"
        begin={() => ({ value: `option-${values.length + 1}`, label: 'Option' })}
        nameOf={partName('value')}
      >
        {(option) => (
          <div className={classes.row}>
            <TextAt path={[...option, 'value']} label="Value" />
            <TextAt path={[...option, 'label']} label="Label" />
          </div>
        )}
      </ListOf>
      <ChoiceAt path={[...path, 'default']} label="Proposed" options={values} />
    </>
  );
}
