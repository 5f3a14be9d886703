import { getCarryInStanding } from '@readout/domain/platform/carry-in-standing';
import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { demandOnPlatform } from '@readout/domain/platform-actor';
import { useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { type Inspected, inspect, type NamedKey } from '../../../../plugin-packages/inspect.ts';
import { PackageFacts } from '../../../../plugin-packages/package-facts.tsx';
import { PackageFile } from '../../../../plugin-packages/package-file.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { CarryIn } from '../carry-in.tsx';
import type { Route } from './+types/page';

/** Whose signatures count; for a package the browser has looked into, also what would become of it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  await orProblemPage(Promise.try(() => demandOnPlatform(actor, 'plugins.change')));
  const params = new URL(request.url).searchParams;
  const pluginId = params.get('id');
  if (pluginId !== null)
    return {
      trusted: undefined,
      standing: await orProblemPage(
        getCarryInStanding(deps, {
          actor,
          pluginId,
          version: params.get('version') ?? '',
          sha256: params.get('sha256') ?? '',
        }),
      ),
    };
  const keys = await orProblemPage(listTrustedKeys(deps, { actor }));
  const trusted: NamedKey[] = keys
    .filter(({ kind, revoked }) => kind !== 'publisher' && revoked === null)
    .map(({ keyId, publicKey, name }) => ({ keyId, publicKey, name }));
  return { trusted, standing: undefined };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.upload.title');

export default function UploadPackage({ loaderData: { trusted = [] } }: Route.ComponentProps) {
  const [text, locale] = [useText(), useLocale()];
  const [seen, setSeen] = useState<{ file: File; result: Inspected }>();
  const fetcher = useFetcher<typeof loader>();
  const look = async (file: File | null) => {
    setSeen(undefined);
    if (!file) return;
    const result = await inspect(file, trusted, { text, locale });
    setSeen({ file, result });
    if (!result.facts || result.problem) return;
    const { pluginId, version, sha256 } = result;
    await fetcher.load(`/admin/plugin/upload?${new URLSearchParams({ id: pluginId, version, sha256 })}`);
  };
  const standing = fetcher.state === 'idle' ? fetcher.data?.standing : undefined;
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
      <PackageFile description={text('operation.upload.max')} onChange={look} />
      {seen ? (
        <PackageFacts
          key={seen.file.name + seen.file.lastModified}
          fileName={seen.file.name}
          inspected={seen.result}
        >
          {seen.result.problem ? (
            <p>
              <FormattedText
                id="operation.upload.not_trusted"
                values={{ link: (inside) => <Link to="/admin/plugin/keys">{inside}</Link> }}
              />
            </p>
          ) : standing ? (
            <CarryIn file={seen.file} standing={standing} />
          ) : (
            <p role="status">{text('operation.upload.looking')}</p>
          )}
        </PackageFacts>
      ) : null}
    </>
  );
}
