import type { AddedModelAssets, DescribedFile } from '@readout/image-reader/browser';
import type { CompanyIdentity } from '@readout/plugin-kit';
import type { InstalledPlugin } from '@readout/plugin-sandbox/browser';
import { textOfPage } from '../texts/page-text.ts';

/** What a device reads with, besides the engine. */
export interface ReadersForDevice {
  /** In the order they run. */
  readers: InstalledPlugin[];
  /** BCP 47 tags, as the engine is given them. */
  languages: string[];
  locale: string;
  /** How papers name the company; absent for visitors. */
  company?: CompanyIdentity | undefined;
  /** Text models of the installation; absent: those that come with it read alone. */
  models?: readonly ModelForDevice[] | undefined;
}

type FileForDevice = Omit<DescribedFile, 'address'>;
export interface ModelForDevice extends Pick<AddedModelAssets, 'role' | 'name'> {
  model: FileForDevice;
  characters: FileForDevice | null;
}

/** Where this server has the files of its models. */
export const modelAddress = ({ sha256 }: FileForDevice): string => `/api/v1/device/models/${sha256}`;

/** The models as the engine takes them. */
export const modelAssets = (models: readonly ModelForDevice[] = []): AddedModelAssets[] =>
  models.map(({ role, name, model, characters }) => ({
    role,
    name,
    model: { ...model, address: modelAddress(model) },
    characters: characters && { ...characters, address: modelAddress(characters) },
  }));

/**
 * Refuses code that is not what its hash says: on its way to this device or in its storage it was damaged or changed.
 * Where the browser has no hashes (a page over plain HTTP, where nothing is kept either) it is taken as it came.
 *
 * @throws Error naming the reader
 */
export async function demandIntact(readers: readonly InstalledPlugin[]): Promise<void> {
  if (!globalThis.crypto?.subtle) return;
  for (const { manifest, code, sha256 } of readers) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex !== sha256)
      throw new Error(textOfPage()('common.device_reader.changed', { name: manifest.name }));
  }
}
