import { createHmac, randomUUID } from 'node:crypto';
import { createReadStream, globSync } from 'node:fs';
import path from 'node:path';
import type { Scope } from '@readout/domain/actor';
import { isInstallationClaimed, signUp } from '@readout/domain/users/sign-up';
import { stageFile, takeIn } from './api/take-in.ts';
import { rootFolder } from './config.ts';
import type { Services } from './services.ts';

const email = 'demo@example.com';

/** Pictures that come with Readout: what its own readers are tested on, and the samples of the start page. */
const samples = [
  'plugins/*/fixtures/*/input.{jpg,png,webp}',
  'apps/web/app/pages/index/samples/*.webp',
] as const;

/**
 * Makes the demonstration's company once, with the sample pictures in its queue, to be read by the engine like any
 * other. Does nothing in a data folder that has been set up already.
 *
 * @returns how to sign in, undefined where the folder holds somebody's own installation.
 */
export async function setUpDemonstration(
  services: Services,
): Promise<{ email: string; password: string; captures: number } | undefined> {
  const { config, db, auth } = services;
  // Derived, so that each start can say it again and it is stored nowhere.
  const password = createHmac('sha256', config.secret)
    .update('demonstration')
    .digest('base64url')
    .slice(0, 16);
  if (await isInstallationClaimed({ auth: db.auth })) {
    const isOurs = await db.auth
      .selectFrom('auth.user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    return isOurs ? { email, password, captures: 0 } : undefined;
  }
  const { password: hashing } = await auth.$context;
  // Whoever runs the demonstration is its operator: there is nobody else to agree with.
  const { terms, privacy } = services.legal.current();
  const { userId, companyId } = await signUp(
    { ...services.accounts.signUp, auth: db.auth, hashPassword: hashing.hash },
    {
      name: 'Demo',
      email,
      password,
      companyName: 'Demonstration',
      languages: ['en', 'de', 'fr'],
      locale: 'en-GB',
      termsVersion: terms,
      privacyVersion: privacy,
      isLoopback: true,
      ipAddress: '127.0.0.1',
    },
  );
  const scope: Scope = { companyId, actor: { userId, name: 'Demo', role: 'owner' } };
  const files = sampleFiles();
  for (const file of files) {
    await takeIn(
      { ...services, db: db.app },
      {
        scope,
        staged: await stageFile(services, createReadStream(path.join(rootFolder, file))),
        fileName: nameOf(file),
        source: 'sample',
        clientId: randomUUID(),
      },
    );
  }
  return { email, password, captures: files.length };
}

/** A fixture's folder says more than its `input.png`. */
function nameOf(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return name === 'input' ? `${path.basename(dir)}${ext}` : `${name}${ext}`;
}

/** Enough of each kind to look around in, few enough to be read in a minute or two. */
const maxOfOnePlugin = 5;

/** What readers read, not what shows that they decline. */
function sampleFiles(): string[] {
  const taken = new Map<string, number>();
  return samples
    .flatMap((pattern) => globSync(pattern, { cwd: rootFolder }))
    .filter((file) => !file.includes('/declines-'))
    .toSorted()
    .filter((file) => {
      const folder = file.split('/', 2).join('/');
      const count = (taken.get(folder) ?? 0) + 1;
      taken.set(folder, count);
      return count <= maxOfOnePlugin;
    });
}
