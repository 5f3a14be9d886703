import { actAs } from '@readout/domain/platform/act-as';
import { previewBulkUsers, runBulkUsers, undoBulkUsers } from '@readout/domain/platform/bulk-users';
import { changeUser } from '@readout/domain/platform/change-user';
import { deleteUser } from '@readout/domain/platform/delete-user';
import { findUserIds } from '@readout/domain/platform/list-users';
import { maxBulkItems, type UserChange } from '@readout/domain/platform/rules';
import { sendPasswordReset } from '@readout/domain/platform/send-password-reset';
import { setPlatformRole } from '@readout/domain/platform/set-platform-role';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { type RouterContextProvider, redirectDocument } from 'react-router';
import { accountsContext } from '../../../../server/http/context.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { Services } from '../../../../server/services.ts';
import { actionOf, form, oneOf, text, type Values } from '../../../forms/form.server.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { chosen, chosenIds } from '../chosen.server.ts';
import { userList, userQuery } from './list.ts';

const selected = { ...chosen, change: oneOf(userList.changes), reason: text, confirmation: text };
type Asked = Values<typeof selected>;

/** What the list's and a user's forms ask for. */
export function usersAction(
  context: Readonly<RouterContextProvider>,
  services: Services,
  actor: PlatformActor,
  request: Request,
) {
  const { platform, auth } = services.db;
  const { beginActing, requestPasswordReset } = context.get(accountsContext);
  const user = { userId: text };
  const changing = (change: UserChange) =>
    form({ ...user, reason: text }, (asked) =>
      changeUser({ platform, mailer: services.mailer }, { actor, change, ...asked }),
    );
  const show = (asked: Asked) => preview(platform, actor, request, asked);
  return actionOf(request, {
    suspend: changing('suspend'),
    resume: changing('resume'),
    sign_out: changing('sign_out'),
    reset_two_factor: changing('reset_two_factor'),
    verify_email: changing('verify_email'),
    act_as: form({ ...user, reason: text }, async (asked) => {
      const { cookies } = await actAs({ platform, begin: beginActing }, { actor, ...asked });
      return redirectDocument('/app', { headers: cookies });
    }),
    send_password_reset: form(user, async ({ userId }) => {
      const request = (email: string) => requestPasswordReset({ email });
      await sendPasswordReset({ platform, request }, { actor, userId });
      return { isChanged: true };
    }),
    set_role: form({ ...user, role: text, confirmation: text }, (asked) =>
      setPlatformRole({ platform }, { actor, ...asked }),
    ),
    delete: form({ ...user, confirmation: text }, async (asked) => {
      await deleteUser({ platform, auth }, { actor, ...asked });
      return { isChanged: true };
    }),
    preview: form(selected, show),
    run: form(
      selected,
      async (asked) => {
        const { change, reason, confirmation } = asked;
        const result = await runBulkUsers(
          { platform },
          { actor, ids: chosenIds(asked), change, reason, confirmation },
        );
        return { change, ...result };
      },
      (_, asked) => show(asked),
    ),
    undo: form({ bulkId: text }, ({ bulkId }) => undoBulkUsers({ platform }, { actor, bulkId })),
  });
}

/** What would happen. Nothing is entered yet at first, so a missing reason is no mistake. */
async function preview(
  platform: Services['db']['platform'],
  actor: PlatformActor,
  request: Request,
  asked: Asked,
) {
  const { change, reason } = asked;
  const ids = asked.everything
    ? await findUserIds(platform, userQuery(request), maxBulkItems + 1)
    : chosenIds(asked);
  const { changes, unchanged, confirmation } = await previewBulkUsers(
    { platform },
    { actor, ids, change, reason: reason || 'to be said' },
  );
  const say = textsIn(currentLocale());
  return {
    change,
    ids,
    reason,
    confirmation,
    changes: changes.map(({ id, name, email }) => ({ id, name, note: email })),
    unchanged: unchanged.map(({ id, name, email, why }) => ({
      id,
      name,
      note: say('admin.users.why_unchanged', { why, email }),
    })),
  };
}
