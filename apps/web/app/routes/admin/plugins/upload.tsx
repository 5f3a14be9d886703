import { getCarryInStanding } from '@readout/domain/platform/carry-in-standing';
import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { demandOnPlatform } from '@readout/domain/platform/platform-actor';
import { useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { type Inspected, inspect, type NamedKey } from '../../settings/packages/inspect.ts';
import { PackageFacts } from '../../settings/packages/package-facts.tsx';
import { PackageFile } from '../../settings/packages/package-file.tsx';
import type { Route } from './+types/upload';
import { CarryIn } from './carry-in.tsx';

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

export const meta: Route.MetaFunction = () => [{ title: 'Carry in a package · Readout' }];

export default function UploadPackage({ loaderData: { trusted = [] } }: Route.ComponentProps) {
  const text = useText();
  const [seen, setSeen] = useState<{ file: File; result: Inspected }>();
  const fetcher = useFetcher<typeof loader>();
  const look = async (file: File | null) => {
    setSeen(undefined);
    if (!file) return;
    const result = await inspect(file, trusted, text);
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
          <h1 className={page.title}>Carry in a package</h1>
          <p className={page.lead}>
            For plugins that do not come over a network: a signed file, made by{' '}
            <code>npx --no-install readout plugin pack</code>, for every company of this installation. Look at
            what it is and asks for first; nothing is sent before you say so.
          </p>
        </div>
      </div>
      <PackageFile description="At most 20 MB." onChange={look} />
      {seen ? (
        <PackageFacts
          key={seen.file.name + seen.file.lastModified}
          fileName={seen.file.name}
          inspected={seen.result}
        >
          {seen.result.problem ? (
            <p>
              Only what a key of this installation signed, or one you trust as much, is taken in. If you know
              whose key it is, add it to the <Link to="/admin/plugin/keys">keys</Link>.
            </p>
          ) : standing ? (
            <CarryIn file={seen.file} standing={standing} />
          ) : (
            <p role="status">Looking for it in the catalogue…</p>
          )}
        </PackageFacts>
      ) : null}
    </>
  );
}
