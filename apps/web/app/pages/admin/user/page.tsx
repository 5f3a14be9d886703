import { getUserForPlatform } from '@readout/domain/platform/get-user-for-platform';
import { listUsers } from '@readout/domain/platform/list-users';
import { mayOnPlatform } from '@readout/domain/platform-policy';
import { previewErasure } from '@readout/domain/users/erase-user';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { toldError } from '../../../../server/http/problem.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { CsvLink } from '../../../ui/list/csv-link.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { usersAction } from './actions.server.ts';
import { UsersBulk } from './bulk.tsx';
import { userQuery } from './list.ts';
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
    erasure: erasure && {
      obstacle: erasure.obstacle && toldError(erasure.obstacle).sentence,
      closing: erasure.closing,
    },
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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'admin.users.title');

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, opened, me } = loaderData;
  const answer = useAnswer(actionData);
  const text = useText();
  const may = useMay();
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>{text('admin.users.title')}</h1>
        {may('lists.export') ? (
          <CsvLink to="/admin/user.csv" leaveOut={['page', 'u']}>
            {text('admin.list.csv')}
          </CsvLink>
        ) : null}
      </div>
      {opened ? (
        <UserPanel key={opened.user.id} {...opened} isMe={opened.user.id === me} answer={answer} />
      ) : null}
      <UsersBulk answer={answer} />
      <UserTable users={items} total={total} opened={opened?.user.id} />
      <Text size={12} tone="dim" above={8}>
        {text('admin.users.last_seen_hint')}
      </Text>
    </>
  );
}
