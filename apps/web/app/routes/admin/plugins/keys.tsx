import { addTrustedKey } from '@readout/domain/platform/add-trusted-key';
import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { renameTrustedKey } from '@readout/domain/platform/rename-trusted-key';
import { revokeTrustedKey } from '@readout/domain/platform/revoke-trusted-key';
import { data, Link } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { orProblemPage } from '../../app/page-problem.ts';
import { refused } from '../../auth/refused.server.ts';
import { AddKeyForm } from '../../settings/packages/add-key-form.tsx';
import settings from '../../settings/settings.module.css';
import { texts } from '../forms.ts';
import { throwRoleRefusal } from '../refused.server.ts';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/keys';
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
      return isDone(`Packages signed with key ${added.keyId} can be carried in from now on.`);
    }
    if (intent === 'rename') {
      await renameTrustedKey(deps, { actor, keyId, name: typed.name });
      return isDone(`Key ${keyId} has its new name.`);
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
      return isDone(
        `Key ${keyId} is revoked: nothing it signs is taken in any more.${blocked > 0 ? ` ${plural(blocked, 'version is', 'versions are')} blocked.` : ''}`,
      );
    }
  } catch (error) {
    throwRoleRefusal(error);
    return refused(error, typed);
  }
  throw data({}, { status: 400 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Keys of plugins · Readout' }];

export default function PluginKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const mayChange = useMay()('plugins.change');
  const done = actionData && 'done' in actionData ? actionData.done : '';
  const groups = [
    {
      id: 'installation',
      title: 'Keys of this installation',
      text: 'Its own, which signs what comes with Readout, and those you trust as much. What they signed can be carried into the catalogue here, and by each company as a plugin of its own.',
      keys: keys.filter(({ kind }) => kind !== 'publisher'),
      none: 'None yet: the server makes its own at its next start.',
    },
    {
      id: 'publishers',
      title: 'Keys of publishers',
      text: 'Taken over when you approved the first version a company signed with one. Each vouches for the plugins of that company alone.',
      keys: keys.filter(({ kind }) => kind === 'publisher'),
      none: 'None: no version of a publisher was approved yet.',
    },
  ];
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Keys of plugins</h1>
          <p className={page.lead}>
            A version runs only where one of these keys signed exactly its bytes; servers check that when it
            is taken in and again whenever it is loaded.{' '}
            {mayChange ? <Link to="/admin/plugin/upload">Carry in a package</Link> : null}
          </p>
        </div>
      </div>
      <p className={settings.done} role="status">
        {done}
      </p>
      {groups.map((group) => (
        <section key={group.id} className={settings.section} aria-labelledby={group.id}>
          <h2 id={group.id}>{group.title}</h2>
          <p>{group.text}</p>
          {group.keys.length === 0 ? (
            <p>{group.none}</p>
          ) : (
            <ul className={settings.rows} aria-label={group.title}>
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
          <h2 id="add-key">Trust another key</h2>
          <p>
            For who makes plugins for you elsewhere, or for what another Readout signs:{' '}
            <code>npx --no-install readout plugin keygen my-key.json</code> makes one and shows its public
            part, and this page shows those of a Readout. Only the public part belongs here. Compare its id
            with its owner by another way than it came to you.
          </p>
          <AddKeyForm answer={actionData} placeholder="Readout of head office" />
        </section>
      ) : null}
    </>
  );
}
