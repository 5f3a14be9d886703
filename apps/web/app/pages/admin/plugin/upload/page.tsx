import { getCarryInStanding } from '@readout/domain/platform/carry-in-standing';
import { demandOnPlatform } from '@readout/domain/platform-actor';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { type Inspected, inspect } from '../../../../plugin-packages/inspect.ts';
import { PackageFacts } from '../../../../plugin-packages/package-facts.tsx';
import { PackageFile } from '../../../../plugin-packages/package-file.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { CarryIn } from '../carry-in.tsx';
import type { Route } from './+types/page';

/** What would become of a package the browser has looked into. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  await orProblemPage(Promise.try(() => demandOnPlatform(actor, 'plugins.change')));
  const params = new URL(request.url).searchParams;
  const pluginId = params.get('id');
  if (pluginId === null) return { standing: undefined };
  const [version, sha256] = [params.get('version') ?? '', params.get('sha256') ?? ''];
  return {
    standing: await orProblemPage(getCarryInStanding(deps, { actor, pluginId, version, sha256 })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.upload.title');

export default function UploadPackage() {
  const [text, locale] = [useText(), useLocale()];
  const [seen, setSeen] = useState<{ file: File; result: Inspected }>();
  const fetcher = useFetcher<typeof loader>();
  const look = async (file: File | null) => {
    setSeen(undefined);
    if (!file) return;
    const result = await inspect(file, { text, locale });
    setSeen({ file, result });
    if (!result.facts) return;
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
          {standing ? (
            <CarryIn file={seen.file} standing={standing} />
          ) : (
            <p role="status">{text('operation.upload.looking')}</p>
          )}
        </PackageFacts>
      ) : null}
    </>
  );
}
