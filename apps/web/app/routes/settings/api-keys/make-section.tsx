import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import { Form, useNavigation } from 'react-router';
import settings from '../settings.module.css';

/** What came of the last form: an empty code where it was done. */
interface Answer {
  code: string;
  message: string;
  fields: Record<string, string>;
  typed: { intent: string; name: string; role: string; days: string };
}

/** Name, time and role of a new key. */
export function MakeSection({
  roles,
  days,
  answer,
}: {
  roles: CompanyRole[];
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
        It may publish plugins and install or update what it published, and nothing else. Give each program a
        key of its own, so that one can be revoked without the others.
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
        {roles.length > 1 ? (
          <NativeSelect
            name="role"
            label="Role"
            description="At most this, and never more than you at that moment."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={roles}
            defaultValue={problem?.typed.role ?? roles[0]}
            error={problem?.fields.role}
          />
        ) : (
          <input type="hidden" name="role" value={roles[0] ?? ''} />
        )}
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
