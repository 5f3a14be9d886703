import { addTrustedKey } from '@readout/domain/platform/add-trusted-key';
import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { renameTrustedKey } from '@readout/domain/platform/rename-trusted-key';
import { revokeTrustedKey } from '@readout/domain/platform/revoke-trusted-key';
import { data, Link } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { refused } from '../../../../account/refused.server.ts';
import { AddKeyForm } from '../../../../plugin-packages/add-key-form.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, textsIn, useText } from '../../../../ui/texts.tsx';
import { texts } from '../../forms.ts';
import { throwRoleRefusal } from '../../refused.server.ts';
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
  const typed = texts(await request.formData(), [
    'intent',
    'keyId',
    'name',
    'publicKey',
    'reason',
    'confirmation',
    'blocks',
  ]);
  const { intent, keyId } = typed;
  const text = textsIn(currentLocale());
  const isDone = (done: string) => ({
    done,
    message: '',
    code: '',
    fields: {} as Record<string, string>,
    typed,
  });
  try {
    if (intent === 'add') {
      const added = await addTrustedKey(deps, { actor, name: typed.name, publicKey: typed.publicKey });
      return isDone(text('operation.keys.added_done', { key: added.keyId }));
    }
    if (intent === 'rename') {
      await renameTrustedKey(deps, { actor, keyId, name: typed.name });
      return isDone(text('operation.keys.renamed_done', { key: keyId }));
    }
    if (intent === 'revoke') {
      const { blocked } = await revokeTrustedKey(deps, {
        actor,
        keyId,
        reason: typed.reason,
        confirmation: typed.confirmation,
        blocksWhatItSigned: typed.blocks === 'yes',
      });
      await services.platform.reload();
      return isDone(text('operation.keys.revoked_done', { key: keyId, blocked }));
    }
  } catch (error) {
    throwRoleRefusal(error);
    return refused(error, typed);
  }
  throw data({}, { status: 400 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.keys.title');

export default function PluginKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const text = useText();
  const mayChange = useMay()('plugins.change');
  const done = actionData && 'done' in actionData ? actionData.done : '';
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
      <p className={settings.done} role="status">
        {done}
      </p>
      {groups.map((group) => (
        <section key={group.id} className={settings.section} aria-labelledby={group.id}>
          <h2 id={group.id}>{text('operation.keys.group', { group: group.id })}</h2>
          <p>{text('operation.keys.group_hint', { group: group.id })}</p>
          {group.keys.length === 0 ? (
            <p>{text('operation.keys.group_none', { group: group.id })}</p>
          ) : (
            <ul className={settings.rows} aria-label={text('operation.keys.group', { group: group.id })}>
              {group.keys.map((key) => (
                <KeyRow
                  key={key.keyId}
                  trusted={key}
                  answer={actionData?.typed.keyId === key.keyId ? actionData : undefined}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
      {mayChange ? (
        <section className={settings.section} aria-labelledby="add-key">
          <h2 id="add-key">{text('operation.keys.add')}</h2>
          <p>
            <FormattedText id="operation.keys.add_hint" />
          </p>
          <AddKeyForm answer={actionData} placeholder={text('operation.keys.name_example')} />
        </section>
      ) : null}
    </>
  );
}
