import type { Scope } from '../../actor.ts';
import type { Trx } from '../../in-scope.ts';
import type { PluginDraft } from './rules.ts';

/** What a draft's package is made with: compiler and keys, injected. */
export interface StudioMaker {
  /**
   * Payload of a package, ready to be signed; fixtures are not in it, they stay where they are.
   * @param companyId whose turn it takes
   * @throws AppError `draft.not_ready` where manifest or program is not one, `plugin.busy`
   */
  makePackage(
    draft: Pick<PluginDraft, 'pluginId' | 'manifestText' | 'source' | 'readme'>,
    companyId: string,
  ): Promise<Uint8Array>;
  /** Signs it with the company's own key. @returns the package file */
  sign(trx: Trx, scope: Scope, payload: Uint8Array): Promise<Uint8Array>;
}
