import { beginSubmission } from '@readout/domain/plugins/submissions/begin-submission';
import { redirect } from 'react-router';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { requireMember } from '../../../session.ts';
import type { Route } from './+types/submit';

/** A submission is begun on the page of its plugin. */
export const loader = ({ request }: Route.LoaderArgs) => {
  const plugin = new URL(request.url).searchParams.get('plugin') ?? '';
  return redirect(`/settings/plugins${plugin && `/${encodeURIComponent(plugin)}#submissions`}`);
};

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  return actionOf(request, {
    begin: form({ plugin: text, version: text }, async ({ plugin: pluginId, version }) => {
      const { submissionId } = await beginSubmission(
        { db: services.db.app, submissions: services.submissions },
        { scope, pluginId, version },
      );
      return redirect(`/settings/plugins/submit/${submissionId}`);
    }),
  });
}
