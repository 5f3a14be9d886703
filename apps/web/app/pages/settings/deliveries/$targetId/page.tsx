import { Button } from '@mantine/core';
import { getDelivery } from '@readout/domain/deliveries/get-delivery';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listRuleChoices } from '@readout/domain/deliveries/list-rule-choices';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { previewRule } from '@readout/domain/deliveries/preview-rule';
import { replayDelivery } from '@readout/domain/deliveries/replay-delivery';
import { replayFailed } from '@readout/domain/deliveries/replay-failed';
import { rotateSecret } from '@readout/domain/deliveries/rotate-secret';
import { deliveryStates, type ListedTarget } from '@readout/domain/deliveries/rules';
import { setTargetRule } from '@readout/domain/deliveries/set-target-rule';
import { setTargetState } from '@readout/domain/deliveries/set-target-state';
import { skipDelivery } from '@readout/domain/deliveries/skip-delivery';
import { trashTarget } from '@readout/domain/deliveries/trash-target';
import { updateTarget } from '@readout/domain/deliveries/update-target';
import { AppError } from '@readout/domain/errors';
import { whyNot } from '@readout/domain/policy';
import { Form, Link, redirect } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { eventName } from '../../../../deliveries/event-name.ts';
import { doneOf, problemOf } from '../../../../forms/answer.ts';
import { actionOf, flag, form, oneOf, text } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { useSending } from '../../../../forms/use-sending.ts';
import { orProblemPage, problemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import { AttemptView } from '../attempt-view.tsx';
import classes from '../deliveries.module.css';
import { DeliveryList } from '../delivery-list.tsx';
import { Health, HealthTag } from '../health.tsx';
import { shownAttempt } from '../shown-attempt.server.ts';
import { ShownSecret } from '../shown-secret.tsx';
import { TargetFields } from '../target-fields.tsx';
import { targetForm } from '../target-form.server.ts';
import type { Route } from './+types/page';
import { ruleFields, ruleOf } from './rule-form.server.ts';
import { RuleSection } from './rule-section.tsx';

export async function loader({ context, request, params: { targetId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const params = new URL(request.url).searchParams;
  const state = deliveryStates.find((each) => each === params.get('state'));
  const deliveryId = params.get('delivery');
  const [targets, deliveries] = await orProblemPage(
    Promise.all([
      listTargets(deps, { scope }),
      listDeliveries(deps, { scope, targetId, state, cursor: params.get('after') ?? undefined }),
    ]),
  );
  const target = targets.find(({ id }) => id === targetId);
  if (!target) throw problemPage(new AppError('delivery.target_not_found'));
  const { rule } = target;
  const choices = await orProblemPage(
    listRuleChoices({ ...deps, plugins: services.plugins }, { scope, rule }),
  );
  const opened = deliveryId ? await orProblemPage(getDelivery(deps, { scope, deliveryId })) : undefined;
  return {
    target,
    choices,
    deliveries,
    state: state ?? null,
    opened: opened && {
      delivery: opened.delivery,
      attempts: opened.attempts.map((attempt) => ({
        id: attempt.id,
        number: attempt.number,
        at: attempt.at,
        ...shownAttempt(attempt),
      })),
    },
    may: whyNot(scope.actor, 'webhooks.manage', currentLocale()),
    isActing: scope.actor.impersonatedBy !== undefined,
    folders: services.offers.folders,
  };
}

export async function action({ context, request, params: { targetId } }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, vault: services.vault, offers: services.offers };
  const withPlugins = { db: services.db.app, plugins: services.plugins };
  return actionOf(request, {
    change: form({ ...targetForm, withoutSecretHeaders: flag }, (target) =>
      updateTarget(deps, { scope, targetId, target }),
    ),
    rule: form(ruleFields, async (typed) => {
      const rule = ruleOf(typed, currentLocale());
      await setTargetRule(deps, { scope, targetId, rule });
      return previewRule(withPlugins, { scope, targetId });
    }),
    try: form(ruleFields, async (typed) => ({
      preview: await previewRule(withPlugins, { scope, targetId, rule: ruleOf(typed, currentLocale()) }),
      typed,
    })),
    test: form({}, async () => {
      const { name, failure, ...attempt } = await services.testTarget({ scope, targetId });
      const [failureCode, why] = [failure?.code ?? null, failure?.message ?? null];
      return { name, attempt: shownAttempt({ ...attempt, failureCode, failure: why }) };
    }),
    set: form({ state: oneOf(['active', 'paused']) }, ({ state }) =>
      setTargetState(deps, { scope, targetId, state }),
    ),
    rotate: form({}, () => rotateSecret(deps, { scope, targetId })),
    delete: form({}, async () => {
      const { id } = await trashTarget(deps, { scope, targetId });
      return redirect(`/settings/deliveries?deleted=${id}`);
    }),
    replay: form({ deliveryId: text }, ({ deliveryId }) => replayDelivery(deps, { scope, deliveryId })),
    replay_failed: form({}, () => replayFailed(deps, { scope, targetId })),
    skip: form({ deliveryId: text }, ({ deliveryId }) => skipDelivery(deps, { scope, deliveryId })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'deliveries.title');

export default function Target({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { target, choices, deliveries, state, opened, may, isActing, folders } = loaderData;
  const answer = useAnswer(actionData);
  const rotated = doneOf(answer, 'rotate');
  const tested = doneOf(answer, 'test');
  const set = doneOf(answer, 'set');
  const changed = doneOf(answer, 'change');
  const replayed = doneOf(answer, 'replay_failed');
  const saved = doneOf(answer, 'rule');
  const tried = doneOf(answer, 'try');
  const ruleProblem = problemOf(answer, 'rule', 'try');
  return (
    <>
      <p>
        <Link to="/settings/deliveries">{text('deliveries.back')}</Link>
      </p>
      <h1 className={page.title} dir="auto">
        {target.name}
        <HealthTag target={target} />
      </h1>
      <p className={page.lead}>
        {text('deliveries.kind', { kind: target.kind })} · <span dir="ltr">{target.address}</span>
        <br />
        <Health target={target} />
      </p>
      {may.allowed ? null : <p className={settings.note}>{may.sentence}</p>}
      {may.allowed ? <Actions target={target} /> : null}
      <Outcome
        problem={problemOf(answer, 'test', 'set', 'rotate', 'delete', 'replay', 'replay_failed', 'skip')}
        done={
          (changed && text('deliveries.changed', changed)) ||
          (set &&
            text(set.state === 'paused' ? 'deliveries.now_paused' : 'deliveries.now_active', {
              name: set.name,
            })) ||
          (replayed && text('deliveries.replayed_count', { count: replayed.replayed })) ||
          (doneOf(answer, 'replay') && text('deliveries.replayed')) ||
          (doneOf(answer, 'skip') && text('deliveries.skipped'))
        }
      />
      {rotated ? (
        <ShownSecret name={rotated.name} secret={rotated.secret}>
          <FormattedText
            id="deliveries.both_until"
            values={{ when: <When iso={rotated.formerSecretUntil} exact /> }}
          />
        </ShownSecret>
      ) : null}
      {tested ? (
        <div className={settings.panel} data-tone={tested.attempt.failure ? 'notice' : undefined}>
          <p role="status">
            {text(tested.attempt.failure ? 'deliveries.sample_failed' : 'deliveries.sample_arrived', {
              name: tested.name,
            })}
          </p>
          <AttemptView attempt={tested.attempt} />
        </div>
      ) : null}
      {opened ? <Opened {...opened} mayChange={may.allowed} /> : null}
      <DeliveryList deliveries={deliveries} state={state} mayReplay={may.allowed && target.failed > 0} />
      <RuleSection
        target={target}
        choices={choices}
        mayChange={may.allowed && !isActing}
        tried={saved ?? tried?.preview}
        typed={tried?.typed ?? ruleProblem?.typed}
        isSaved={saved !== undefined}
        problem={ruleProblem}
      />
      {may.allowed && !isActing ? (
        <Change target={target} problem={problemOf(answer, 'change')} saved={changed} folders={folders} />
      ) : null}
    </>
  );
}

function Actions({ target: { kind, name, state } }: { target: ListedTarget }) {
  const text = useText();
  const isSending = useSending();
  const next = state === 'active' ? 'paused' : 'active';
  return (
    <>
      <Form method="post" className={classes.actions} preventScrollReset>
        <input type="hidden" name="state" value={next} />
        <Button type="submit" name="intent" value="test" loading={isSending('test')}>
          {text('deliveries.test')}
        </Button>
        <Button type="submit" name="intent" value="set" variant="default" loading={isSending('set')}>
          {text(next === 'paused' ? 'deliveries.pause' : 'deliveries.resume')}
        </Button>
      </Form>
      {kind === 'webhook' ? (
        <details className={settings.unfold}>
          <summary>{text('deliveries.rotate')}</summary>
          <Form method="post">
            <p className={settings.hint}>{text('deliveries.rotate_hint')}</p>
            <Button
              type="submit"
              name="intent"
              value="rotate"
              variant="default"
              loading={isSending('rotate')}
            >
              {text('deliveries.rotate_now')}
            </Button>
          </Form>
        </details>
      ) : null}
      <details className={settings.unfold}>
        <summary>{text('common.delete')}</summary>
        <Form method="post">
          <p className={settings.hint}>{text('deliveries.delete_hint')}</p>
          <Button
            type="submit"
            name="intent"
            value="delete"
            color="red"
            variant="light"
            loading={isSending('delete')}
          >
            {text('deliveries.delete_this', { name })}
          </Button>
        </Form>
      </details>
    </>
  );
}

function Opened({
  delivery,
  attempts,
  mayChange,
}: NonNullable<Route.ComponentProps['loaderData']['opened']> & { mayChange: boolean }) {
  const text = useText();
  const isSending = useSending();
  const { id, sequence, type, state, captureId, watchId } = delivery;
  const isOpen = state === 'pending' || state === 'retrying';
  return (
    <section className={settings.panel} aria-labelledby="delivery">
      <h2 id="delivery">
        {text('deliveries.number', { sequence })} · {text('deliveries.event', { type: eventName(type) })}
      </h2>
      <p>
        {text('deliveries.state', { state })}
        {captureId ? (
          <>
            {' '}
            · <Link to={`/app/${captureId}?place=all`}>{text('deliveries.open_record')}</Link>
          </>
        ) : null}
        {watchId ? (
          <>
            {' '}
            · <Link to={`/desktop/watch/${watchId}`}>{text('deliveries.open_watch')}</Link>
          </>
        ) : null}
      </p>
      {mayChange ? (
        <Form method="post" className={classes.actions} preventScrollReset>
          <input type="hidden" name="deliveryId" value={id} />
          {isOpen ? null : (
            <Button
              type="submit"
              name="intent"
              value="replay"
              variant="default"
              loading={isSending('replay')}
            >
              {text('deliveries.replay')}
            </Button>
          )}
          {isOpen || state === 'failed' ? (
            <Button type="submit" name="intent" value="skip" variant="default" loading={isSending('skip')}>
              {text('deliveries.skip')}
            </Button>
          ) : null}
        </Form>
      ) : null}
      {attempts.length === 0 ? <p>{text('deliveries.no_try')}</p> : null}
      {attempts.map(({ id: attemptId, number, at, ...attempt }) => (
        <div key={attemptId} className={classes.attempt}>
          <h3>
            {text('deliveries.try_number', { number })} · <When iso={at} exact />
          </h3>
          <AttemptView attempt={attempt} />
        </div>
      ))}
      <Text size={12} tone="dim" isMono isBroken>
        webhook-id: {delivery.eventId}
      </Text>
    </section>
  );
}

function Change({
  target,
  problem,
  saved,
  folders,
}: {
  target: ListedTarget;
  folders: readonly string[];
  problem: ReturnType<typeof problemOf<NonNullable<Route.ComponentProps['actionData']>, 'change'>>;
  saved: object | undefined;
}) {
  const text = useText();
  const isSending = useSending();
  const { kind, name, address, events } = target;
  const headers = target.kind === 'http' ? target.settings.headers : [];
  const now = {
    ...target.settings,
    name,
    address,
    events,
    headers: headers.flatMap((header) => (header.value === null ? [] : [`${header.name}: ${header.value}`])),
  };
  const keptSecrets =
    kind === 'http'
      ? headers.filter(({ value }) => value === null).map((header) => header.name)
      : kind === 'paperless' || kind === 'papra'
        ? ['token']
        : [];
  return (
    <section className={settings.section} aria-labelledby="change">
      <h2 id="change">{text('deliveries.change')}</h2>
      <Form
        method="post"
        className={settings.form}
        key={saved ? JSON.stringify(now) : 'change'}
        autoComplete="off"
        noValidate
        preventScrollReset
      >
        <TargetFields
          kind={kind}
          typed={problem?.typed ?? now}
          fields={problem?.fields}
          keptSecrets={keptSecrets}
          folders={folders}
        />
        <Outcome problem={problem} />
        <Button type="submit" name="intent" value="change" loading={isSending('change')}>
          {text('common.save')}
        </Button>
      </Form>
    </section>
  );
}
