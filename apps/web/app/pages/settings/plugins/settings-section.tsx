import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { Permission } from '@readout/domain/policy';
import type { ManifestSetting } from '@readout/plugin-kit/manifest';
import { Form } from 'react-router';
import { besideOf, problemOf } from '../../../forms/answer.ts';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { PluginAnswer } from './plugin-action.server.ts';
import { fieldNameOf, typedOf } from './settings-form.ts';

interface Props {
  installation: Installation;
  may: Permission;
  answer: PluginAnswer | undefined;
}

/** What a company may set, as the installed version's manifest declares it. */
export function SettingsSection({ installation: { plugin, revision, settings: own }, may, answer }: Props) {
  const text = useText();
  if (own.declared.length === 0) return null;
  const typed = besideOf(answer, 'settings');
  const fields = problemOf(answer, 'settings')?.fields;
  return (
    <section className={settings.section} aria-labelledby="plugin-settings">
      <h2 id="plugin-settings">{text('settings.plugins.settings')}</h2>
      <p>{text('settings.plugins.settings_hint')}</p>
      <Form method="post" preventScrollReset className={settings.form}>
        <input type="hidden" name="plugin" value={plugin} />
        <input type="hidden" name="revision" value={revision} />
        {own.declared.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            typed={typed?.[fieldNameOf(setting)] ?? typedOf(setting, own.values[setting.name])}
            error={fields?.[setting.name]}
            disabled={!may.allowed}
          />
        ))}
        {may.allowed ? (
          <Button type="submit" name="intent" value="settings" variant="default">
            {text('settings.plugins.save_settings')}
          </Button>
        ) : null}
      </Form>
    </section>
  );
}

interface FieldProps {
  setting: ManifestSetting;
  typed: string;
  error: string | undefined;
  disabled: boolean;
}

export function SettingField({ setting, typed, error, disabled }: FieldProps) {
  const text = useText();
  const name = fieldNameOf(setting);
  const given = {
    name,
    label: setting.label,
    description: setting.help,
    error,
    disabled,
  };
  switch (setting.type) {
    case 'switch':
      return (
        <div>
          <input type="hidden" name={name} value="off" disabled={disabled} />
          <Checkbox {...given} value="on" defaultChecked={typed === 'on'} />
        </div>
      );
    case 'choice':
      return <NativeSelect {...given} data={setting.options} defaultValue={typed} />;
    case 'texts':
      return (
        <Textarea
          {...given}
          description={[setting.help, text('settings.plugins.one_each_line')].filter(Boolean).join(' ')}
          defaultValue={typed}
          autosize
          minRows={3}
          maxRows={10}
        />
      );
    case 'number':
      return (
        <TextInput
          {...given}
          inputMode="decimal"
          defaultValue={typed}
          rightSection={setting.unit}
          rightSectionWidth={setting.unit ? `${setting.unit.length + 2}ch` : undefined}
        />
      );
    case 'text':
      return <TextInput {...given} defaultValue={typed} maxLength={setting.maxLength ?? 1000} />;
  }
}
