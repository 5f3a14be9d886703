import { Button } from '@mantine/core';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { replayFailed } from '@readout/domain/deliveries/replay-failed';
import { restoreTarget } from '@readout/domain/deliveries/restore-target';
import {
  deliveryStates,
  type ListedTarget,
  type TargetKind,
  targetKinds,
} from '@readout/domain/deliveries/rules';
import { whyNot } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { eventName } from '../../../deliveries/event-name.ts';
import { doneOf, type Problem, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './deliveries.module.css';
import { DeliveryList } from './delivery-list.tsx';
import { Health, HealthTag } from './health.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { TargetFields } from './target-fields.tsx';
import { targetForm } from './target-form.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const may = whyNot(scope.actor, 'webhooks.manage', currentLocale());
  const { folders, sendsMail } = services.offers;
  const kinds = targetKinds.filter(
    (kind) => (kind !== 'folder' || folders.length > 0) && (kind !== 'mail' || sendsMail),
  );
  const params = new URL(request.url).searchParams;
  const state = deliveryStates.find((each) => each === params.get('state'));
  const deps = { db: services.db.app };
  const [targets, deliveries] = await orProblemPage(
    Promise.all([
      listTargets(deps, { scope }),
      listDeliveries(deps, { scope, state, cursor: params.get('after') ?? undefined }),
    ]),
  );
  return {
    targets,
    deliveries,
    state: state ?? null,
    may,
    // What leaves the company outlasts the hour somebody acts as somebody else.
    adds: may.allowed && !scope.actor.impersonatedBy,
    kinds,
    kind: kinds.find((each) => each === params.get('kind')) ?? 'webhook',
    folders,
    deletedId: params.get('deleted'),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, vault: services.vault, offers: services.offers };
  const adding = (kind: TargetKind) =>
    form(targetForm, async (target) => {
      const { name, secret } = await createTarget(deps, { scope, target: { ...target, kind } });
      return { name, secret };
    });
  return actionOf(request, {
    webhook: adding('webhook'),
    http: adding('http'),
    folder: adding('folder'),
    mail: adding('mail'),
    paperless: adding('paperless'),
    papra: adding('papra'),
    replay_failed: form({}, () => replayFailed(deps, { scope })),
    restore: form({ targetId: text }, ({ targetId }) => restoreTarget(deps, { scope, targetId })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'deliveries.title');

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { targets, deliveries, state, may, adds, kinds, kind, folders, deletedId } = loaderData;
  const answer = useAnswer(actionData);
  const added = doneOf(answer, ...targetKinds);
  const restored = doneOf(answer, 'restore');
  const replayed = doneOf(answer, 'replay_failed');
  return (
    <>
      <h1 className={page.title}>{text('deliveries.title')}</h1>
      <p className={page.lead}>
        <FormattedText
          id="deliveries.lead"
          values={{ link: (inside) => <Link to="/docs/deliveries">{inside}</Link> }}
        />
      </p>
      {may.allowed && adds ? null : (
        <p className={settings.note}>{may.allowed ? text('deliveries.not_acting') : may.sentence}</p>
      )}
      {deletedId && !restored ? (
        <Deleted targetId={deletedId} problem={problemOf(answer, 'restore')} />
      ) : null}
      <Outcome
        problem={problemOf(answer, 'replay_failed')}
        done={
          (restored && text('deliveries.restored', restored)) ||
          (replayed && text('deliveries.replayed_count', { count: replayed.replayed })) ||
          (added && !added.secret && text('deliveries.added', added))
        }
      />
      {added?.secret ? (
        <ShownSecret name={added.name} secret={added.secret}>
          {text('deliveries.added', added)}
        </ShownSecret>
      ) : null}
      {targets.length === 0 ? (
        <div className={`${page.panel} ${page.empty} ${classes.none}`}>
          <h2>{text('deliveries.none')}</h2>
          <p>{text('deliveries.none_hint')}</p>
        </div>
      ) : (
        <>
          <section className={settings.section} aria-labelledby="targets">
            <h2 id="targets">{text('deliveries.targets')}</h2>
            <ul className={settings.rows} aria-label={text('deliveries.targets')}>
              {targets.map((target) => (
                <TargetRow key={target.id} target={target} />
              ))}
            </ul>
          </section>
          <DeliveryList
            deliveries={deliveries}
            state={state}
            isOfAll
            mayReplay={may.allowed && targets.some(({ failed }) => failed > 0)}
          />
        </>
      )}
      {adds ? (
        <section className={settings.section} aria-labelledby="add">
          <h2 id="add">{text('deliveries.add_target')}</h2>
          <ul className={classes.states} aria-label={text('deliveries.kinds')}>
            {kinds.map((each) => (
              <li key={each}>
                <Link
                  to={`?kind=${each}`}
                  aria-current={each === kind ? 'page' : undefined}
                  preventScrollReset
                >
                  {text('deliveries.kind', { kind: each })}
                </Link>
              </li>
            ))}
          </ul>
          {kinds.length < targetKinds.length ? (
            <p className={settings.hint}>{text('deliveries.more_kinds')}</p>
          ) : null}
          <p>{text('deliveries.add_hint', { kind })}</p>
          <AddForm
            kind={kind}
            problem={problemOf(answer, kind)}
            added={added?.secret ?? added?.name}
            folders={folders}
          />
        </section>
      ) : null}
    </>
  );
}

function TargetRow({ target }: { target: ListedTarget }) {
  const text = useText();
  const { id, name, kind, address, events, rule } = target;
  return (
    <li>
      <div className={settings.what}>
        <Link to={`/settings/deliveries/${id}`} dir="auto">
          {name}
        </Link>
        <HealthTag target={target} />
        <small>
          {text('deliveries.kind', { kind })} · <span dir="ltr">{address}</span>
        </small>
        <small>
          {events.map((type) => text('deliveries.event', { type: eventName(type) })).join(', ')}
          {Object.keys(rule).length > 0 ? ` · ${text('deliveries.rule.some')}` : null}
        </small>
        <small>
          <Health target={target} />
        </small>
      </div>
    </li>
  );
}

function AddForm({
  kind,
  problem,
  added,
  folders,
}: {
  kind: TargetKind;
  problem: Problem<Parameters<typeof TargetFields>[0]['typed']> | undefined;
  /** Of the last one: the form begins again after it. */
  added: string | undefined;
  folders: readonly string[];
}) {
  const text = useText();
  const isSending = useSending();
  return (
    <Form method="post" className={settings.form} key={`${kind} ${added}`} autoComplete="off" noValidate>
      <TargetFields
        kind={kind}
        typed={problem?.typed}
        fields={problem?.fields}
        keptSecrets={[]}
        folders={folders}
      />
      <Outcome problem={problem} />
      <Button type="submit" name="intent" value={kind} loading={isSending(kind)}>
        {text('deliveries.add', { kind })}
      </Button>
    </Form>
  );
}

function Deleted({
  targetId,
  problem,
}: {
  targetId: string;
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const text = useText();
  const isBusy = useSending()('restore');
  return (
    <Form method="post" action="/settings/deliveries" className={settings.panel}>
      <input type="hidden" name="targetId" value={targetId} />
      <p role="status">{text('deliveries.deleted')}</p>
      <div>
        <Button type="submit" name="intent" value="restore" variant="default" loading={isBusy}>
          {text('common.undo')}
        </Button>
      </div>
      <Outcome problem={problem} />
    </Form>
  );
}
