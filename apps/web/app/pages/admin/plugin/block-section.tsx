import { Button, Textarea, TextInput } from '@mantine/core';
import { blockConfirmation, type PluginTarget } from '@readout/domain/platform/rules';
import type { PluginBlock } from '@readout/domain/plugins/list-plugin-blocks';
import { Form, useNavigation } from 'react-router';
import { doneOf, ofRow, type Problem, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';

export type Answer = Route.ComponentProps['actionData'];

/** What these forms did or did not do, where the last answer was about this version. */
export function answerTo(
  answer: Answer,
  { version }: PluginTarget,
  ...intents: NonNullable<Answer>['intent'][]
): {
  done: string | undefined;
  problem: Problem<{ version: string; reason?: string; confirmation?: string; note?: string }> | undefined;
} {
  const done = doneOf(answer, ...intents);
  return {
    done: done?.version === version ? done.sentence : undefined,
    problem: ofRow(problemOf(answer, ...intents), { version }),
  };
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
  const text = useText();
  const mayChange = useMay()('plugins.change');
  const isBusy = useNavigation().state === 'submitting';
  const isWhole = target.version === '*';
  const what = isWhole ? 'whole' : 'version';
  const Heading = isWhole ? 'h2' : 'h3';
  const id = isWhole ? 'block' : 'block-version';
  const said = answerTo(answer, target, 'block', 'unblock');
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
        label={text('operation.block.reason')}
        description={text('operation.block.reason_hint')}
        name="reason"
        autosize
        minRows={2}
        maxLength={1000}
        required
        defaultValue={said.problem?.typed.reason ?? ''}
        error={said.problem?.fields.reason}
      />
      <TextInput
        label={text('operation.block.confirm', { word: blockConfirmation(target) })}
        name="confirmation"
        required
        defaultValue={said.problem?.typed.confirmation ?? ''}
        error={said.problem?.fields.confirmation}
      />
      <Button type="submit" name="intent" value="block" loading={isBusy}>
        {text('operation.block.button', { what })}
      </Button>
    </Form>
  );
  if (!block && !mayChange) return null;
  return (
    <section className={classes.section} id={id} aria-labelledby={`${id}-heading`}>
      <Heading id={`${id}-heading`}>
        {text('operation.block.title', { what: block ? 'blocked' : what })}
      </Heading>
      {isBlockedAsWhole ? <p>{text('operation.block.all_blocked')}</p> : null}
      {block ? (
        <>
          <div className={classes.now}>
            <p dir="auto">{block.reason}</p>
            <p>
              <FormattedText
                id="operation.block.since"
                values={{ what, when: <When iso={block.blockedAt} exact /> }}
              />
            </p>
          </div>
          {mayChange ? (
            <Form method="post" className={classes.form}>
              {fixed}
              <Button type="submit" name="intent" value="unblock" loading={isBusy}>
                {text('operation.block.unblock')}
              </Button>
            </Form>
          ) : null}
        </>
      ) : (
        <>
          <p>{text('operation.block.hint', { what, companies })}</p>
          {isWhole ? (
            form
          ) : (
            <details className={classes.unfold} open={said.problem ? true : undefined}>
              <summary>{text('operation.block.unfold')}</summary>
              {form}
            </details>
          )}
        </>
      )}
      <Outcome {...said} />
    </section>
  );
}
