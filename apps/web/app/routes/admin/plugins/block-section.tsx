import { Button, Textarea, TextInput } from '@mantine/core';
import type { PluginBlock } from '@readout/domain/platform/list-plugin-blocks';
import { blockConfirmation, type PluginTarget } from '@readout/domain/platform/rules';
import { Form, useNavigation } from 'react-router';
import { plural } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import classes from '../system/system.module.css';
import { useMay } from '../use-may.ts';

/** What came of the last form of the page. */
export type Answer =
  | { problem?: Problem | undefined; done: string; intent: string; version: string }
  | undefined;

/** Of the last form, what is for one target and these intents. */
export function answerTo(
  answer: Answer,
  { version }: PluginTarget,
  intents: readonly string[],
): { problem: Problem | undefined; done: string } {
  if (answer?.version !== version || !intents.includes(answer.intent))
    return { problem: undefined, done: '' };
  return { problem: answer.problem, done: answer.done };
}

/** Stops a plugin everywhere, in one version or in all, with a reason and its name typed; lets it run again. */
export function BlockSection({
  target,
  block,
  isBlockedAsWhole = false,
  companies,
  answer,
}: {
  target: PluginTarget;
  block: PluginBlock | undefined;
  /** Of one version: whether every version is blocked anyway. */
  isBlockedAsWhole?: boolean;
  companies: number;
  answer: Answer;
}) {
  const mayChange = useMay()('plugins.change');
  const isBusy = useNavigation().state === 'submitting';
  const isWhole = target.version === '*';
  const Heading = isWhole ? 'h2' : 'h3';
  const id = isWhole ? 'block' : 'block-version';
  const said = answerTo(answer, target, ['block', 'unblock']);
  const fixed = (
    <>
      <input type="hidden" name="pluginId" value={target.pluginId} />
      <input type="hidden" name="version" value={target.version} />
    </>
  );
  const form = (
    <Form method="post" className={classes.form} autoComplete="off">
      {fixed}
      <Textarea
        label="Reason"
        description="The companies read it. At most 500 characters."
        name="reason"
        autosize
        minRows={2}
        maxLength={1000}
        required
        defaultValue={said.problem?.typed.reason ?? ''}
        error={said.problem?.fields.reason}
      />
      <TextInput
        label={`Type ${blockConfirmation(target)} to confirm`}
        name="confirmation"
        required
        defaultValue={said.problem?.typed.confirmation ?? ''}
        error={said.problem?.fields.confirmation}
      />
      <Button type="submit" name="intent" value="block" loading={isBusy}>
        {isWhole ? 'Block everywhere' : 'Block this version'}
      </Button>
    </Form>
  );
  if (!block && !mayChange) return null;
  return (
    <section className={classes.section} id={id} aria-labelledby={`${id}-heading`}>
      <Heading id={`${id}-heading`}>
        {block ? 'Blocked' : isWhole ? 'Block every version' : 'Block this version'}
      </Heading>
      {isBlockedAsWhole ? <p>Every version is blocked at present; this stays when that is lifted.</p> : null}
      {block ? (
        <>
          <div className={classes.now}>
            <p dir="auto">{block.reason}</p>
            <p>
              Since <When iso={block.blockedAt} exact />
              {isWhole ? ', in every version' : ''}. It runs nowhere.
            </p>
          </div>
          {mayChange ? (
            <Form method="post" className={classes.form}>
              {fixed}
              <Button type="submit" name="intent" value="unblock" loading={isBusy}>
                Let it run again
              </Button>
            </Form>
          ) : null}
        </>
      ) : (
        <>
          <p>
            {isWhole
              ? 'From that moment it runs nowhere'
              : 'From that moment this version runs nowhere, the others go on'}
            : on servers within seconds, on devices with their next contact. What it has made so far stays.{' '}
            {companies === 0
              ? 'No company has it switched on.'
              : `Owners and admins of ${plural(companies, 'company', 'companies')} are told the reason, and it stands in their audit lists.`}
          </p>
          {isWhole ? (
            form
          ) : (
            <details className={classes.unfold} open={said.problem ? true : undefined}>
              <summary>Block this version…</summary>
              {form}
            </details>
          )}
        </>
      )}
      <Outcome {...said} />
    </section>
  );
}
