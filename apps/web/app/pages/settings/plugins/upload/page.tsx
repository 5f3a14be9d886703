import type { VersionRef } from '@readout/domain/plugins/plugin-versions';
import { demand, whyNot } from '@readout/domain/policy';
import { Link } from 'react-router';
import { clientOriginContext } from '../../../../../server/http/context.ts';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { api } from '../../../../api/client.ts';
import { CarryIn } from '../../../../plugin-packages/carry-in.tsx';
import classes from '../../../../plugin-packages/packages.module.css';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { CopiedValue } from '../../../../ui/copied-value.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import type { Route } from './+types/page';

const kitPath = '/downloads/plugin-kit.tgz';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { scope } = requireMember(context, request);
  await orProblemPage(Promise.try(() => demand(scope, 'plugins.manage')));
  const kit = `${context.get(clientOriginContext)}${kitPath}`;
  return { kit, may: whyNot(scope.actor, 'studio.use', currentLocale()) };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.packages.carry_in');

export default function Upload({ loaderData: { kit, may } }: Route.ComponentProps) {
  const text = useText();
  const ways = [
    { way: 'yes', label: text('settings.packages.take_in_and_use') },
    { way: 'no', label: text('settings.packages.take_in_only') },
  ] as const;
  return (
    <>
      <h1 className={page.title}>{text('settings.packages.carry_in')}</h1>
      <p className={page.lead}>
        <FormattedText id="settings.packages.lead" />
      </p>
      {may.allowed ? null : <p className={classes.note}>{may.sentence}</p>}
      <CarryIn
        ways={may.allowed ? ways : []}
        send={(file, use) => api.post('/plugins', { query: { use }, body: file })}
        done={(version) => <TakenIn version={version} />}
      >
        <section className={settings.section}>
          <CopiedValue label={text('settings.packages.kit')} value={`npm install ${kit}`} />
          <p>
            <FormattedText
              id="settings.packages.kit_links"
              values={{
                guide: (inside) => <Link to="/docs/plugins">{inside}</Link>,
                hash: (inside) => <a href={`${kitPath}.sha256`}>{inside}</a>,
              }}
            />
          </p>
        </section>
      </CarryIn>
    </>
  );
}

function TakenIn({ version: { pluginId, version } }: { version: VersionRef }) {
  const text = useText();
  return (
    <>
      {text('settings.packages.taken_in', { plugin: pluginId, version })}{' '}
      <Link to={`/settings/plugins/${pluginId}`}>{text('settings.packages.see_it')}</Link>{' '}
      <Link to={`/settings/plugins/${pluginId}#submissions`}>{text('settings.packages.submit')}</Link>
    </>
  );
}
