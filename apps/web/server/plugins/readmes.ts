import type { Readmes } from '@readout/domain/plugins/get-plugin-readme';
import { openPackage } from '@readout/plugin-kit/package';

/** Of at most 100,000 characters each. */
const maxKept = 100;

export function createReadmes(): Readmes {
  const kept = new Map<string, string>();
  return {
    kept: (sha256) => kept.get(sha256),
    async read(sha256, file) {
      const { readme } = (await openPackage(file)).content;
      kept.set(sha256, readme);
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
      return readme;
    },
  };
}
