import { getReviewPackage } from '@readout/domain/platform/review/get-review';
import { drawSample } from '../../../../plugins/draw-sample.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import type { Route } from './+types/picture';

/** One fixture as it would be published, whole, with frames around what was read and where something was to be read. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { plugin: pluginId, version } = params;
  const { content, results } = await orProblemPage(
    getReviewPackage(
      { platform: services.db.platform, packages: services.packages },
      { actor, pluginId, version },
    ),
  );
  const fixture = /^\d{1,3}$/.test(params.fixture) ? content.fixtures[Number(params.fixture)] : undefined;
  if (!fixture) throw new Response(null, { status: 404 });
  const { reading, expected, picture, name } = fixture;
  const boxes = new Map([...reading.lines, ...reading.barcodes].map(({ id, box }) => [id, box]));
  const outcome = results.get(name)?.outcome;
  const made = outcome?.ok ? outcome.records : [];
  const seenBy = (records: typeof made) =>
    new Set(records.flatMap(({ fields }) => Object.values(fields).flatMap(({ seen }) => seen)));
  const seen = seenBy(made);
  const boxesOf = (ids: Iterable<string>) =>
    [...ids].map((id) => boxes.get(id)).filter((box) => box !== undefined);
  const drawn = drawSample(
    {
      width: reading.page.width,
      height: reading.page.height,
      picture: picture ?? null,
      lines: reading.lines.map(({ text, box }) => ({ text, box })),
      barcodes: reading.barcodes.map(({ box }) => box),
      marks: [{ field: '', boxes: boxesOf(seen) }],
    },
    { isWhole: true, missing: boxesOf([...seenBy(expected.records)].filter((id) => !seen.has(id))) },
  );
  return new Response(drawn, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      // Bytes never change, and the address names the checks whose frames these are.
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
    },
  });
}
