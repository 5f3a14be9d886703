import { Button, TextInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { CompanyAnswer } from './answer.ts';
import { Reserved } from './reserved.tsx';

export function ProfileSection({
  company,
  may,
  answer,
}: {
  company: CompanyProfile;
  may: Permission;
  answer: CompanyAnswer | undefined;
}) {
  const problem = problemOf(answer, 'rename');
  const meanwhile = problem ? answer?.meanwhile : undefined;
  const isBusy = useNavigation().formData?.get('intent') === 'rename';
  return (
    <section className={classes.section}>
      <h2>Profile</h2>
      <p>
        Made <When iso={company.createdAt} exact />.
      </p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="revision" value={meanwhile?.revision ?? company.revision} />
        <TextInput
          label="Name"
          name="name"
          dir="auto"
          maxLength={400}
          autoComplete="organization"
          disabled={!may.allowed}
          defaultValue={problem?.typed.name ?? company.name}
          error={problem?.fields.name}
        />
        {meanwhile?.name ? (
          <p className={classes.note}>
            Somebody else renamed it meanwhile. Kept now: <strong dir="auto">{meanwhile.name}</strong>. Save
            again to replace it with yours.
          </p>
        ) : null}
        <Reserved sentence={may.sentence} />
        {may.allowed ? (
          <Button type="submit" name="intent" value="rename" loading={isBusy}>
            Save name
          </Button>
        ) : null}
        <Outcome done={answer?.done === 'rename' && 'Saved.'} problem={problem} />
      </Form>
    </section>
  );
}
