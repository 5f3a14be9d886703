import type { CarriedInVersion } from '@readout/domain/platform/carry-in-version';
import { demandOnPlatform } from '@readout/domain/platform-actor';
import { Link } from 'react-router';
import { api } from '../../../../api/client.ts';
import { CarryIn } from '../../../../plugin-packages/carry-in.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = requirePlatform(context, request);
  await orProblemPage(Promise.try(() => demandOnPlatform(actor, 'plugins.change')));
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.upload.title');

export default function UploadPackage() {
  const text = useText();
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.upload.title')}</h1>
          <p className={page.lead}>
            <FormattedText id="operation.upload.lead" />
          </p>
        </div>
      </div>
      <CarryIn
        ways={[{ way: 'catalogue', label: text('operation.upload.carry_in') }]}
        send={(file) => api.post('/platform/plugins', { body: file })}
        done={(version) => <Done version={version} />}
      />
    </>
  );
}

function Done({ version: { pluginId, version, isNew, accuracy } }: { version: CarriedInVersion }) {
  const text = useText();
  return (
    <>
      {text('operation.upload.done', { state: isNew ? 'added' : 'known', plugin: pluginId, version })}{' '}
      {accuracy
        ? text('operation.upload.measured', { fixtures: accuracy.fixtures, passed: accuracy.passed })
        : text('operation.upload.not_measured')}{' '}
      <Link to={`/admin/plugin?p=${pluginId}&v=${encodeURIComponent(version)}`}>
        {text('operation.upload.look')}
      </Link>
    </>
  );
}
