import { servicesContext } from '../../../server/http/context.ts';
import { LegalPage } from '../../legal/legal-page.tsx';
import { legalText, missingOf, shownOf } from '../../legal/legal-texts.server.ts';
import { pageMeta } from '../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../texts/page-title.ts';
import { textsIn } from '../../ui/texts.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return {
    text: await legalText(services, 'privacy-policy', shownOf(request)),
    missing: missingOf(services.config),
  };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${loaderData?.text.title ?? text('common.page_name', { page: 'privacy' })} · Readout`,
    description: text('public.legal.privacy_description'),
    path: '/privacy-policy',
    picture: 'og-privacy-policy.png',
    pictureAlt: text('public.legal.privacy_picture_alt'),
  });
};

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
