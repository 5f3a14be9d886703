import { Button } from '@mantine/core';
import type { VersionRef } from '@readout/domain/plugins/plugin-versions';
import { demand, whyNot } from '@readout/domain/policy';
import { useState } from 'react';
import { Link } from 'react-router';
import { clientOriginContext } from '../../../../../server/http/context.ts';
import { currentLocale } from '../../../../../server/request/locale.ts';
import type { Problem } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';
import { type Inspected, inspect } from '../../../../plugin-packages/inspect.ts';
import { PackageFacts } from '../../../../plugin-packages/package-facts.tsx';
import { PackageFile } from '../../../../plugin-packages/package-file.tsx';
import classes from '../../../../plugin-packages/packages.module.css';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { CopiedValue } from '../../../../ui/copied-value.tsx';
import { Row } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
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
  const [text, locale] = [useText(), useLocale()];
  const [seen, setSeen] = useState<{ file: File; result: Inspected }>();
  const look = async (file: File | null) => {
    setSeen(undefined);
    if (!file) return;
    const result = await inspect(file, { text, locale });
    setSeen({ file, result });
  };
  return (
    <>
      <h1 className={page.title}>{text('settings.packages.carry_in')}</h1>
      <p className={page.lead}>
        <FormattedText id="settings.packages.lead" />
      </p>
      {may.allowed ? null : <p className={classes.note}>{may.sentence}</p>}
      <PackageFile onChange={look} />
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
      {seen ? (
        <PackageFacts
          key={seen.file.name + seen.file.lastModified}
          fileName={seen.file.name}
          inspected={seen.result}
        >
          {may.allowed ? <Publish file={seen.file} /> : null}
        </PackageFacts>
      ) : null}
    </>
  );
}

type Sent = { kind: 'version'; version: VersionRef } | { kind: 'problem'; problem: Problem };

function Publish({ file }: { file: File }) {
  const text = useText();
  const [busy, setBusy] = useState<'yes' | 'no'>();
  const [sent, setSent] = useState<Sent>();
  const publish = async (use: 'yes' | 'no') => {
    setBusy(use);
    const answer = await api.post('/plugins', { query: { use }, body: file });
    setBusy(undefined);
    setSent(
      answer.ok ? { kind: 'version', version: answer.value } : { kind: 'problem', problem: answer.problem },
    );
  };
  return (
    <>
      <Row gap={8} below={12}>
        <Button onClick={() => publish('yes')} loading={busy === 'yes'} disabled={busy === 'no'}>
          {text('settings.packages.take_in_and_use')}
        </Button>
        <Button
          variant="default"
          onClick={() => publish('no')}
          loading={busy === 'no'}
          disabled={busy === 'yes'}
        >
          {text('settings.packages.take_in_only')}
        </Button>
      </Row>
      <p className={sent?.kind === 'problem' ? settings.problem : settings.done} role="status">
        {sent?.kind === 'problem' ? `${sent.problem.detail} ${sent.problem.action ?? ''}` : null}
        {sent?.kind === 'version' ? (
          <>
            {text('settings.packages.taken_in', {
              plugin: sent.version.pluginId,
              version: sent.version.version,
            })}{' '}
            <Link to={`/settings/plugins/${sent.version.pluginId}`}>{text('settings.packages.see_it')}</Link>{' '}
            <Link
              to={`/settings/plugins/submit?plugin=${sent.version.pluginId}&version=${encodeURIComponent(sent.version.version)}`}
            >
              {text('settings.packages.submit')}
            </Link>
          </>
        ) : null}
      </p>
    </>
  );
}
