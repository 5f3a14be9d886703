import type { ManifestField } from '@readout/plugin-kit/manifest';
import type { Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { listTypesWithFields } from '../records/record-types.ts';
import type { ListTableType } from './rules.ts';

/** What a company's list has columns for. */
export async function tableTypes(
  trx: Trx,
  plugins: PluginCatalogue,
  companyId: string,
): Promise<ListTableType[]> {
  const types = await listTypesWithFields(trx, plugins, companyId);
  return types.map(({ type, label, fields, telling }) => ({
    type,
    label,
    usual: usualOf(fields, telling),
    fields: fields.map(({ name, label, type }) => ({ name, label, type })),
  }));
}

const everybodyAsks = ['date', 'total'];
const mostUsual = 6;

/** What tells records of the type from each other, else its first fields; what takes more than a line is chosen by hand. */
function usualOf(fields: readonly ManifestField[], telling: readonly string[]): string[] {
  const short = fields.filter(({ type }) => type !== 'list' && type !== 'map' && type !== 'address');
  const named = short.filter(({ name }) => telling.includes(name) || everybodyAsks.includes(name));
  return (named.length > 1 ? named : short.slice(0, mostUsual)).map(({ name }) => name);
}
