import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { scopeName } from '../../../texts/scope-name.ts';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

/** Name, time, role and purposes of a new key. */
export function MakeSection({
  roles,
  purposes,
  days,
  answer,
}: {
  roles: CompanyRole[];
  purposes: readonly ApiKeyScope[];
  days: readonly number[];
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  const problem = problemOf(answer, 'make');
  return (
    <section className={settings.section} aria-labelledby="make-key">
      <h2 id="make-key">{text('settings.api_keys.make')}</h2>
      <p>{text('settings.api_keys.make_hint')}</p>
      <Form
        method="post"
        className={settings.form}
        key={doneOf(answer, 'make')?.key}
        autoComplete="off"
        noValidate
      >
        <TextInput
          name="name"
          label={text('common.name')}
          placeholder={text('settings.api_keys.name_example')}
          required
          maxLength={80}
          defaultValue={problem?.typed.name ?? ''}
          error={problem?.fields.name}
        />
        <NativeSelect
          name="days"
          label={text('settings.api_keys.works_for')}
          data={days.map((count) => ({
            value: String(count),
            label: text('settings.api_keys.days', { days: count }),
          }))}
          defaultValue={problem?.typed.days ?? '90'}
          error={problem?.fields.days}
        />
        <Checkbox.Group
          label={text('settings.api_keys.what_for')}
          required
          defaultValue={problem?.typed.scopes ?? []}
          error={problem?.fields.scopes}
        >
          {purposes.map((purpose) => (
            <Checkbox
              key={purpose}
              name="scopes"
              value={purpose}
              label={text('settings.api_keys.scope', { scope: scopeName(purpose) })}
              description={purpose}
              mt="xs"
            />
          ))}
        </Checkbox.Group>
        <TextInput
          name="plugins"
          label={text('settings.api_keys.plugins_label')}
          description={text('settings.api_keys.plugins_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          defaultValue={problem?.typed.plugins ?? ''}
          error={problem?.fields.plugins}
        />
        <NativeSelect
          name="role"
          label={text('common.role_label')}
          description={text('settings.api_keys.role_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={roles.map((role) => ({ value: role, label: text('common.role_name', { role }) }))}
          defaultValue={problem?.typed.role || roles.at(-1)}
          error={problem?.fields.role}
        />
        <TextInput
          name="addressRanges"
          label={text('settings.api_keys.only_from_label')}
          description={text('settings.api_keys.only_from_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          defaultValue={problem?.typed.addressRanges ?? ''}
          error={problem?.fields.addressRanges}
        />
        <Outcome problem={problem} />
        <Button type="submit" name="intent" value="make" loading={isSending('make')}>
          {text('settings.api_keys.make')}
        </Button>
      </Form>
    </section>
  );
}
