import { servicesContext } from '../../../../server/request/context.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/privacy-policy';
import { LegalPage } from './legal-page.tsx';
import { legalText, missingOf } from './legal-texts.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { text: await legalText(services, 'privacy-policy'), missing: missingOf(services.config) };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: `${loaderData?.text.title ?? 'Privacy policy'} · Readout`,
    description:
      'What this installation of Readout stores about people, why, on what legal ground, for how long, who sees it, and the rights you have.',
    path: '/privacy-policy',
    picture: 'og-privacy-policy.png',
    pictureAlt: 'Readout: privacy policy',
  });

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
