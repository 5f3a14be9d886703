import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { Form, useNavigation } from 'react-router';
import { scopeName } from '../../../texts/scope-name.ts';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

/** What came of the last form: an empty code where it was done. */
interface Answer {
  code: string;
  message: string;
  fields: Record<string, string>;
  typed: {
    intent: string;
    name: string;
    role: string;
    days: string;
    scopes: string[];
    addressRanges: string;
  };
}

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
  answer: (Answer & { made?: { key: string } | undefined }) | Answer | undefined;
}) {
  const text = useText();
  const navigation = useNavigation();
  const problem = answer?.typed.intent === 'make' && answer.code ? answer : undefined;
  const made = answer && 'made' in answer ? answer.made?.key : undefined;
  const isBesideField = problem !== undefined && Object.keys(problem.fields).length > 0;
  return (
    <section className={settings.section} aria-labelledby="make-key">
      <h2 id="make-key">{text('settings.api_keys.make')}</h2>
      <p>{text('settings.api_keys.make_hint')}</p>
      <Form method="post" className={settings.form} key={made ?? ''} autoComplete="off" noValidate>
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
        <p className={settings.problem} role="alert">
          {problem && !isBesideField ? problem.message : ''}
        </p>
        <Button
          type="submit"
          name="intent"
          value="make"
          loading={navigation.formData?.get('intent') === 'make'}
        >
          {text('settings.api_keys.make')}
        </Button>
      </Form>
    </section>
  );
}
