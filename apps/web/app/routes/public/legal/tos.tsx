import { servicesContext } from '../../../../server/request/context.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/tos';
import { LegalPage } from './legal-page.tsx';
import { legalText, missingOf } from './legal-texts.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { text: await legalText(services, 'tos'), missing: missingOf(services.config) };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: `${loaderData?.text.title ?? 'Terms of service'} · Readout`,
    description:
      'The terms under which this installation of Readout may be used: what it does and does not promise, your account, your company, your data, limits, liability.',
    path: '/tos',
    picture: 'og-tos.png',
    pictureAlt: 'Readout: terms of service',
  });

export default function TermsOfService({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
