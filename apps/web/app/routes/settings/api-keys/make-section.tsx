import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { Form, useNavigation } from 'react-router';
import settings from '../settings.module.css';

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
  purposes: readonly { name: string; label: string }[];
  days: readonly number[];
  answer: (Answer & { made?: { key: string } | undefined }) | Answer | undefined;
}) {
  const navigation = useNavigation();
  const problem = answer?.typed.intent === 'make' && answer.code ? answer : undefined;
  const made = answer && 'made' in answer ? answer.made?.key : undefined;
  const isBesideField = problem !== undefined && Object.keys(problem.fields).length > 0;
  return (
    <section className={settings.section} aria-labelledby="make-key">
      <h2 id="make-key">Make a key</h2>
      <p>
        It may do what you choose here and nothing else. Give each program a key of its own, so that one can
        be revoked without the others.
      </p>
      <Form method="post" className={settings.form} key={made ?? ''} autoComplete="off" noValidate>
        <TextInput
          name="name"
          label="Name"
          placeholder="Build server"
          required
          maxLength={80}
          defaultValue={problem?.typed.name ?? ''}
          error={problem?.fields.name}
        />
        <NativeSelect
          name="days"
          label="Works for"
          data={days.map((count) => ({ value: String(count), label: `${count} days` }))}
          defaultValue={problem?.typed.days ?? '90'}
          error={problem?.fields.days}
        />
        <Checkbox.Group
          label="What it is for"
          required
          defaultValue={problem?.typed.scopes ?? []}
          error={problem?.fields.scopes}
        >
          {purposes.map((purpose) => (
            <Checkbox
              key={purpose.name}
              name="scopes"
              value={purpose.name}
              label={purpose.label}
              description={purpose.name}
              mt="xs"
            />
          ))}
        </Checkbox.Group>
        <NativeSelect
          name="role"
          label="Role"
          description="At most this, and never more than you at that moment."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={roles}
          defaultValue={problem?.typed.role || roles.at(-1)}
          error={problem?.fields.role}
        />
        <TextInput
          name="addressRanges"
          label="Only from these addresses"
          description="Addresses or ranges, separated by commas, for instance 192.0.2.0/24; empty: from anywhere."
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
          Make a key
        </Button>
      </Form>
    </section>
  );
}
