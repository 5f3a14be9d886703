import { actAs } from '@readout/domain/platform/act-as';
import {
  type BulkUserChange,
  previewBulkUsers,
  runBulkUsers,
  undoBulkUsers,
} from '@readout/domain/platform/bulk-users';
import { changeUser } from '@readout/domain/platform/change-user';
import { deleteUser } from '@readout/domain/platform/delete-user';
import { findUserIds } from '@readout/domain/platform/list-users';
import type { PlatformActor } from '@readout/domain/platform/platform-actor';
import { maxBulkItems, userChanges } from '@readout/domain/platform/rules';
import { sendPasswordReset } from '@readout/domain/platform/send-password-reset';
import { setPlatformRole } from '@readout/domain/platform/set-platform-role';
import { type RouterContextProvider, redirectDocument } from 'react-router';
import { accountsContext } from '../../../../server/request/context.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { Services } from '../../../../server/services.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { texts } from '../forms.ts';
import { refusedForm } from '../refused.server.ts';
import type { UsersAnswer } from './answer.ts';
import { userQuery } from './filter.ts';

/** What the list's and a user's forms ask for. */
export async function usersAction(
  context: Readonly<RouterContextProvider>,
  services: Services,
  actor: PlatformActor,
  request: Request,
): Promise<UsersAnswer | Response | ReturnType<typeof refusedForm>> {
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const typed = texts(form, ['userId', 'reason', 'confirmation', 'role']);
  const { userId, reason, confirmation, role } = typed;
  const { platform, auth } = services.db;
  const bulk = bulkOf(form);
  try {
    const change = userChanges.find((name) => name === intent);
    if (change) {
      const { isChanged } = await changeUser(
        { platform, mailer: services.mailer },
        { actor, userId, change, reason },
      );
      return { done: { intent: change, isChanged } };
    }
    switch (intent) {
      case 'act_as': {
        const { beginActing } = context.get(accountsContext);
        const { cookies } = await actAs({ platform, begin: beginActing }, { actor, userId, reason });
        return redirectDocument('/app', { headers: cookies });
      }
      case 'send_password_reset': {
        const { requestPasswordReset } = context.get(accountsContext);
        await sendPasswordReset(
          { platform, request: (email) => requestPasswordReset({ email }) },
          { actor, userId },
        );
        return { done: { intent, isChanged: true } };
      }
      case 'set_role': {
        const { isChanged } = await setPlatformRole({ platform }, { actor, userId, role, confirmation });
        return { done: { intent, isChanged } };
      }
      case 'delete': {
        await deleteUser({ platform, auth }, { actor, userId, confirmation });
        return { done: { intent, isChanged: true } };
      }
      case 'preview':
        return { bulk: await preview(platform, actor, request, form, bulk.change, reason) };
      case 'run':
        try {
          const result = await runBulkUsers({ platform }, { actor, ...bulk, reason, confirmation });
          return { ran: { change: bulk.change, ...result } };
        } catch (error) {
          return {
            bulk: await preview(platform, actor, request, form, bulk.change, reason),
            ...refusedForm(error, 'run', typed).data,
          };
        }
      case 'undo':
        return {
          undone: await undoBulkUsers({ platform }, { actor, bulkId: String(form.get('bulkId') ?? '') }),
        };
      default:
        return {};
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    return refusedForm(error, intent, typed);
  }
}

function bulkOf(form: FormData): { ids: string[]; change: BulkUserChange } {
  return {
    ids: [...form.getAll('id').map(String), ...String(form.get('ids') ?? '').split(/\s+/)].filter(Boolean),
    change: (['resume', 'sign_out'] as const).find((name) => name === form.get('change')) ?? 'suspend',
  };
}

/** What would happen. Nothing is entered yet at first, so a missing reason is no mistake. */
async function preview(
  platform: Services['db']['platform'],
  actor: PlatformActor,
  request: Request,
  form: FormData,
  change: BulkUserChange,
  reason: string,
) {
  const ids = form.has('everything')
    ? await findUserIds(platform, userQuery(request), maxBulkItems + 1)
    : bulkOf(form).ids;
  const { changes, unchanged, confirmation } = await previewBulkUsers(
    { platform },
    { actor, ids, change, reason: reason.trim() || 'to be said' },
  );
  const text = textsIn(currentLocale());
  return {
    change,
    ids,
    reason,
    confirmation,
    changes: changes.map(({ id, name, email }) => ({ id, name, note: email })),
    unchanged: unchanged.map(({ id, name, email, why }) => ({
      id,
      name,
      note: text('admin.users.why_unchanged', { why, email }),
    })),
  };
}
