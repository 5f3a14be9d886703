import type { ListedGrant } from '@readout/domain/oauth/list-grants';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { ProgramList } from '../program-list.tsx';
import type { Route } from './+types/page';

/** What the person let in themself, whichever company it is for. */
export function ProgramsSection({
  grants,
  companies,
  answer,
}: {
  grants: ListedGrant[];
  companies: Record<string, string>;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const ended = doneOf(answer, 'end_program');
  return (
    <section className={classes.section} id="programs">
      <h2>{text('settings.programs.title')}</h2>
      {grants.length === 0 ? (
        <p>{text('settings.programs.none')}</p>
      ) : (
        <>
          <p>{text('settings.programs.hint')}</p>
          <ProgramList
            grants={grants}
            label={text('settings.programs.title')}
            about={({ companyId }) =>
              text('settings.programs.in_company', { company: companies[companyId] ?? '' })
            }
          />
        </>
      )}
      <Outcome
        done={ended && text('settings.programs.ended', { name: ended.name })}
        problem={problemOf(answer, 'end_program')}
      />
    </section>
  );
}
