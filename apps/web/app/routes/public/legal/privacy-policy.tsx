import { servicesContext } from '../../../context.ts';
import type { ScriptsHandle } from '../../../ui/page-scripts.tsx';
import type { Route } from './+types/privacy-policy';
import { LegalPage } from './legal-page.tsx';
import { legalText } from './legal-texts.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  return {
    text: await legalText(config, 'privacy-policy'),
    isOperatorNamed: config.operator.name !== undefined,
  };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${(loaderData as { text?: { title: string } } | undefined)?.text?.title ?? 'Readout'} · Readout`,
  },
  { name: 'description', content: 'What Readout stores about people, why, and for how long.' },
];

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
