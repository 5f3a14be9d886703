import { Button, TextInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form } from 'react-router';
import { besideOf, doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';

export function ProfileSection({
  company,
  may,
  answer,
}: {
  company: CompanyProfile;
  may: Permission;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'rename');
  const meanwhile = besideOf(answer, 'rename');
  const isBusy = useSending()('rename');
  return (
    <section className={classes.section}>
      <h2>{text('settings.company.profile')}</h2>
      <p>
        <FormattedText id="settings.company.made" values={{ when: <When iso={company.createdAt} exact /> }} />
      </p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="revision" value={meanwhile?.revision ?? company.revision} />
        <TextInput
          label={text('common.name')}
          name="name"
          dir="auto"
          maxLength={400}
          autoComplete="organization"
          disabled={!may.allowed}
          defaultValue={problem?.typed.name ?? company.name}
          error={problem?.fields.name}
        />
        {meanwhile ? (
          <p className={classes.note}>
            <FormattedText
              id="settings.company.renamed_meanwhile"
              values={{ name: <strong dir="auto">{meanwhile.current.name}</strong> }}
            />
          </p>
        ) : null}
        <Reserved sentence={may.sentence} />
        {may.allowed ? (
          <Button type="submit" name="intent" value="rename" loading={isBusy}>
            {text('settings.company.save_name')}
          </Button>
        ) : null}
        <Outcome done={doneOf(answer, 'rename') && text('common.saved')} problem={problem} />
      </Form>
    </section>
  );
}
