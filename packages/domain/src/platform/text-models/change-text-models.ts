import type { DB } from '@readout/database';
import type { ModelFolder, ModelRole } from '@readout/image-reader/added-models';
import type { Kysely } from 'kysely';
import { recordPlatformEvent } from '../../audit/record-platform-event.ts';
import { AppError } from '../../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import type { TextModelJobs } from './text-model-jobs.ts';

interface Deps {
  platform: Kysely<DB>;
  /** Its errors are AppErrors. */
  folder: Pick<ModelFolder, 'list' | 'chosen' | 'choose' | 'remove' | 'describe'>;
  jobs: Pick<TextModelJobs, 'add' | 'compare'>;
}
type Asked<T> = { actor: PlatformActor } & T;

/** The event and what it tells of: neither without the other, but for a crash between the two. */
async function tellAnd(
  platform: Kysely<DB>,
  actor: PlatformActor,
  { action, name, detail }: { action: string; name: string; detail?: Record<string, unknown> },
  change: () => Promise<void>,
): Promise<void> {
  await platform.transaction().execute(async (trx) => {
    await recordPlatformEvent(trx, actor, {
      action,
      subjectType: 'platform',
      subjectId: 'platform',
      subjectName: name,
      ...(detail ? { detail } : {}),
    });
    await change();
  });
}

/**
 * Lets an added model read, or the packaged ones again.
 *
 * @param name empty: the packaged ones
 * @throws AppError `platform.admin_only`, `model.unknown`
 */
export async function chooseTextModel(
  { platform, folder }: Pick<Deps, 'platform' | 'folder'>,
  { actor, role, name }: Asked<{ role: ModelRole; name: string }>,
): Promise<void> {
  demandOnPlatform(actor, 'models.change');
  const from = (await folder.chosen())[role] ?? 'packaged';
  const to = name === '' ? 'packaged' : name;
  if (from === to) return;
  await tellAnd(
    platform,
    actor,
    { action: 'platform.model_chosen', name: to, detail: { role, from, to } },
    () => folder.choose(role, name === '' ? undefined : name),
  );
}

/** @throws AppError `platform.admin_only`, `model.unknown`, `model.in_use` */
export async function removeTextModel(
  { platform, folder }: Pick<Deps, 'platform' | 'folder'>,
  { actor, name }: Asked<{ name: string }>,
): Promise<void> {
  demandOnPlatform(actor, 'models.change');
  await tellAnd(platform, actor, { action: 'platform.model_removed', name }, () => folder.remove(name));
}

/**
 * Begins to add a model; it does not read yet.
 *
 * @param address of a folder with its files; empty: where the catalogue says
 * @throws AppError `platform.admin_only`, `model.unknown`, `model.no_manifest`, `model.unreachable`, `model.job_runs`
 */
export async function addTextModel(
  { platform, folder, jobs }: Deps,
  { actor, name, address }: Asked<{ name: string; address: string }>,
): Promise<void> {
  demandOnPlatform(actor, 'models.change');
  const place = address === '' ? undefined : address;
  const manifest = await folder.describe(name, place === undefined ? undefined : { address: place });
  const detail = { role: manifest.role, sha256: manifest.model.sha256, from: place ?? manifest.source };
  await tellAnd(platform, actor, { action: 'platform.model_add_asked', name, detail }, () =>
    jobs.add(manifest, {
      address: place,
      by: actor.name,
      onAdded: () =>
        tellAnd(platform, actor, { action: 'platform.model_added', name, detail }, async () => {}),
    }),
  );
}

/**
 * Begins to compare what a model would read with what is read now.
 *
 * @throws AppError `platform.admin_only`, `model.unknown`, `model.job_runs`
 */
export async function compareTextModel(
  { platform, folder, jobs }: Deps,
  { actor, name }: Asked<{ name: string }>,
): Promise<void> {
  demandOnPlatform(actor, 'models.change');
  const added = await folder.list();
  if (!added.some((each) => each.name === name)) throw new AppError('model.unknown', { name });
  await tellAnd(platform, actor, { action: 'platform.model_tried', name }, () =>
    jobs.compare(name, { by: actor.name }),
  );
}
