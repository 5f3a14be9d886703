import { Button, Textarea } from '@mantine/core';
import type { IdentityOnPapers } from '@readout/domain/companies/company-identity';
import type { Permission } from '@readout/domain/policy';
import { Form } from 'react-router';
import { besideOf, doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';

const parts = [
  'otherNames',
  'address',
  'taxIds',
  'ibans',
] as const satisfies readonly (keyof IdentityOnPapers)[];

const linesOf = (said: string | readonly string[]): readonly string[] =>
  typeof said === 'string' ? said.split('\n') : said;

/** How papers name the company, so that it is not mistaken for the sender. */
export function IdentitySection({
  settings,
  may,
  answer,
}: {
  settings: IdentityOnPapers & { revision: number };
  may: Permission;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'identity');
  const meanwhile = besideOf(answer, 'identity');
  const isBusy = useSending()('identity');
  const shown = problem?.typed ?? settings;
  return (
    <section className={classes.section}>
      <h2>{text('settings.company.on_papers')}</h2>
      <p>{text('settings.company.on_papers_hint')}</p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="revision" value={meanwhile?.revision ?? settings.revision} />
        {parts.map((part) => (
          <Textarea
            key={part}
            name={part}
            label={text('settings.company.identity', { part })}
            description={text('settings.company.identity_hint', { part })}
            dir="auto"
            autosize
            minRows={2}
            maxRows={10}
            maxLength={5000}
            spellCheck={false}
            autoComplete="off"
            disabled={!may.allowed}
            defaultValue={linesOf(shown[part]).join('\n')}
            error={problem?.fields[part]}
          />
        ))}
        {meanwhile ? (
          <div className={classes.note}>
            <p>{text('settings.company.saved_meanwhile')}</p>
            {parts.map((part) => (
              <p key={part} dir="auto">
                {text('settings.company.identity', { part })}:{' '}
                {linesOf(meanwhile.current[part]).join(', ') || '–'}
              </p>
            ))}
            <p>{text('settings.company.save_again')}</p>
          </div>
        ) : null}
        <Reserved sentence={may.sentence} />
        {may.allowed ? (
          <Button type="submit" name="intent" value="identity" loading={isBusy}>
            {text('settings.company.save_identity')}
          </Button>
        ) : null}
        <Outcome done={doneOf(answer, 'identity') && text('common.saved')} problem={problem} />
      </Form>
    </section>
  );
}
