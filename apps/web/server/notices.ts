import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { rootFolder } from '@readout/database';

/** A part of Readout that others made. */
export interface Notice {
  name: string;
  /** Empty where only the package around it has one. */
  version: string;
  kind: 'package' | 'font' | 'model' | 'program';
  /** SPDX expression. */
  licence: string;
  /** Whether browsers are sent it, in whole or in part. */
  inPages: boolean;
  /** Where it comes from, or where its licence is stated. */
  source: string;
  /** The package it lies in; empty for packages. */
  inside: string;
  /** Key in {@link Notices.texts}. */
  text: string;
}

export interface Notices {
  notices: Notice[];
  texts: Record<string, string>;
  /** Text of Readout's own licence. */
  own: string;
}

let made: Promise<Notices> | undefined;

/** What the build wrote down; no notices in development, where nothing was built. */
export function readNotices(): Promise<Notices> {
  made ??= readAnew().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function readAnew(): Promise<Notices> {
  const own = await readFile(path.join(rootFolder, 'LICENSE'), 'utf8');
  try {
    const built = await readFile(path.join(rootFolder, 'apps', 'web', 'build', 'licences.json'), 'utf8');
    return { ...(JSON.parse(built) as Omit<Notices, 'own'>), own };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { notices: [], texts: {}, own };
  }
}
