import type { PluginDraft } from './rules.ts';

/** What a draft's package is made with, injected. */
export interface StudioMaker {
  /**
   * A package that nobody signed yet; fixtures are not in it, they stay where they are.
   * @throws AppError `draft.not_ready` where the manifest is none; `package.no_source`, `package.too_large`
   */
  makePackage(
    draft: Pick<PluginDraft, 'pluginId' | 'manifestText' | 'source' | 'readme'>,
  ): Promise<Uint8Array>;
}
