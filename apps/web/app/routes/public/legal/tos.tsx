import { servicesContext } from '../../../context.ts';
import type { ScriptsHandle } from '../../../ui/page-scripts.tsx';
import type { Route } from './+types/tos';
import { LegalPage } from './legal-page.tsx';
import { legalText } from './legal-texts.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  return { text: await legalText(config, 'tos'), isOperatorNamed: config.operator.name !== undefined };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${(loaderData as { text?: { title: string } } | undefined)?.text?.title ?? 'Readout'} · Readout`,
  },
  { name: 'description', content: 'The terms under which this installation of Readout may be used.' },
];

export default function TermsOfService({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
