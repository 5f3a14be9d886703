import type { Scope } from '../../actor.ts';
import type { Trx } from '../../in-scope.ts';
import type { PluginDraft } from './rules.ts';

/** What a draft's package is made with, injected. */
export interface StudioMaker {
  /**
   * Payload of a package, ready to be signed; fixtures are not in it, they stay where they are.
   * @throws AppError `draft.not_ready` where the manifest is none; `package.no_source`, `package.too_large`
   */
  makePackage(
    draft: Pick<PluginDraft, 'pluginId' | 'manifestText' | 'source' | 'readme'>,
  ): Promise<Uint8Array>;
  /** Signs it with the company's own key. @returns the package file */
  sign(trx: Trx, scope: Scope, payload: Uint8Array): Promise<Uint8Array>;
}
