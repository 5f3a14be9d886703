import type { VersionRef } from '@readout/domain/plugins/plugin-versions';

/** Which two versions an address names: `from`, `from-source`, `to`, `to-source`. */
export function comparedRefs(pluginId: string, asked: URLSearchParams): { from: VersionRef; to: VersionRef } {
  const refOf = (side: 'from' | 'to'): VersionRef => ({
    pluginId,
    source: asked.get(`${side}-source`) === 'company' ? 'company' : 'catalogue',
    version: asked.get(side) ?? '',
  });
  return { from: refOf('from'), to: refOf('to') };
}
