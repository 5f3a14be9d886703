import { Button } from '@mantine/core';
import { getUserForPlatform } from '@readout/domain/platform/get-user-for-platform';
import { listUsers } from '@readout/domain/platform/list-users';
import { mayOnPlatform } from '@readout/domain/platform/rules';
import { previewErasure } from '@readout/domain/users/erase-user';
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import { IconDownload } from '../../../ui/icons.ts';
import page from '../../../ui/page.module.css';
import { Choice, Paging, SearchForm } from '../../../ui/table.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import classes from '../admin.module.css';
import { Selectable, SelectionBar } from '../selection.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { usersAction } from './actions.server.ts';
import { UsersBulk } from './bulk.tsx';
import { userQuery } from './filter.ts';
import { UserPanel } from './panel.tsx';
import { UserTable } from './table.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const userId = new URL(request.url).searchParams.get('u');
  const [list, opened] = await orProblemPage(
    Promise.all([
      listUsers(deps, { actor, ...userQuery(request) }),
      userId ? open(services, actor, userId) : undefined,
    ]),
  );
  return { ...list, opened, me: session.user.id };
}

async function open(
  services: ReturnType<typeof requirePlatform>['services'],
  actor: ReturnType<typeof requirePlatform>['actor'],
  userId: string,
) {
  const user = await getUserForPlatform({ platform: services.db.platform }, { actor, userId });
  const erasure = mayOnPlatform(actor.platformRole, 'users.change')
    ? await previewErasure({ auth: services.db.auth }, { userId: user.id })
    : null;
  return {
    user,
    erasure: erasure && { obstacle: erasure.obstacle?.message ?? null, closing: erasure.closing },
    hasMail: services.mailer.isConfigured,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  return usersAction(context, services, actor, request);
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Users · Readout' }];

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, opened, me } = loaderData;
  const may = useMay();
  const [params] = useSearchParams();
  const shown = items.map((user) => user.id);
  const rest = new URLSearchParams(params);
  for (const name of ['page', 'u']) rest.delete(name);
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Users</h1>
        {may('lists.export') ? (
          <Button
            component="a"
            href={`/admin/user.csv?${rest}`}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            CSV
          </Button>
        ) : null}
      </div>
      {opened ? (
        <UserPanel key={opened.user.id} {...opened} isMe={opened.user.id === me} answer={actionData} />
      ) : null}
      <UsersBulk answer={actionData} />
      <SearchForm label="Name, email or id">
        <Choice
          name="role"
          label="Role"
          options={[
            ['admin', 'administrators'],
            ['support', 'support'],
            ['auditor', 'auditors'],
            ['user', 'no role here'],
          ]}
        />
        <Choice
          name="state"
          label="State"
          options={[
            ['active', 'active'],
            ['suspended', 'suspended'],
            ['deleted', 'deleted'],
          ]}
        />
        <Choice
          name="verified"
          label="Email"
          options={[
            ['yes', 'verified'],
            ['no', 'not verified'],
          ]}
        />
        <Choice
          name="factor"
          label="Second factor"
          options={[
            ['yes', 'set up'],
            ['no', 'none'],
          ]}
        />
      </SearchForm>
      <Selectable shown={shown} isOn={may('users.change')} key={shown.join()}>
        <SelectionBar
          total={total}
          what="users"
          actions={[
            ['suspend', 'Suspend…'],
            ['resume', 'End suspension…'],
            ['sign_out', 'Sign out everywhere…'],
          ]}
        />
        <UserTable users={items} opened={opened?.user.id} />
      </Selectable>
      <Paging total={total} what={total === 1 ? 'user' : 'users'} />
      <p className={classes.counted}>Last seen is kept to the minute or so.</p>
    </>
  );
}
