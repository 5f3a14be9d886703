import { getSubmissionPicture } from '@readout/domain/plugins/submissions/get-submission-picture';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import type { Route } from './+types/picture';

/** A picture of a submission: as it leaves, or `?which=packaged` as it came with the version. */
export async function loader({ context, request, params: { submissionId, fixtureId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const which = new URL(request.url).searchParams.get('which') === 'packaged' ? 'packaged' : 'leaving';
  const { mediaType, bytes } = await orProblemPage(
    getSubmissionPicture(
      { db: services.db.app, submissions: services.submissions },
      { scope, submissionId, fixtureId, which },
    ),
  );
  return new Response(Uint8Array.from(bytes), {
    headers: {
      'content-type': mediaType,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      // Bytes of a package are its author's.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
