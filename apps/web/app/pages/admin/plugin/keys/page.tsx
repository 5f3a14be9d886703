import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { revokeTrustedKey } from '@readout/domain/platform/revoke-trusted-key';
import { Link } from 'react-router';
import { doneOf } from '../../../../forms/answer.ts';
import { actionOf, form, text, yes } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { useText } from '../../../../ui/texts.tsx';
import { useMay } from '../../use-may.ts';
import type { Route } from './+types/page';
import { KeyRow } from './key-row.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return { keys: await orProblemPage(listTrustedKeys({ platform: services.db.platform }, { actor })) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  return actionOf(request, {
    revoke: form(
      { keyId: text, reason: text, confirmation: text, blocks: yes },
      async ({ blocks, ...key }) => {
        const { blocked } = await revokeTrustedKey(deps, { actor, ...key, blocksWhatItSigned: blocks });
        await services.platform.reload();
        return { keyId: key.keyId, blocked };
      },
    ),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.keys.title');

export default function PluginKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const text = useText();
  const mayChange = useMay()('plugins.change');
  const answer = useAnswer(actionData);
  const revoked = doneOf(answer, 'revoke');
  const groups = [
    { id: 'installation', keys: keys.filter(({ kind }) => kind !== 'publisher') },
    { id: 'publishers', keys: keys.filter(({ kind }) => kind === 'publisher') },
  ] as const;
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.keys.title')}</h1>
          <p className={page.lead}>
            {text('operation.keys.lead')}{' '}
            {mayChange ? <Link to="/admin/plugin/upload">{text('operation.keys.carry_in')}</Link> : null}
          </p>
        </div>
      </div>
      <Outcome
        done={
          revoked && text('operation.keys.revoked_done', { key: revoked.keyId, blocked: revoked.blocked })
        }
      />
      {groups.map((group) => (
        <section key={group.id} className={settings.section} aria-labelledby={group.id}>
          <h2 id={group.id}>{text('operation.keys.group', { group: group.id })}</h2>
          <p>{text('operation.keys.group_hint', { group: group.id })}</p>
          {group.keys.length === 0 ? (
            <p>{text('operation.keys.group_none', { group: group.id })}</p>
          ) : (
            <ul className={settings.rows} aria-label={text('operation.keys.group', { group: group.id })}>
              {group.keys.map((key) => (
                <KeyRow key={key.keyId} trusted={key} answer={answer} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}
