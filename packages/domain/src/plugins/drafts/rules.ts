import type { Manifest } from '@readout/plugin-kit/manifest';

/** A plugin program that is being written. */
export interface PluginDraft extends DraftSummary {
  /** The manifest as it stands in the editor, JSON or not yet. */
  manifestText: string;
  /** TypeScript. */
  source: string;
  /** Markdown. */
  readme: string;
  /** Grows with every change. */
  revision: number;
  /** The company's newest version of it; null: never published. */
  published: { version: string; manifest: Manifest } | null;
}

export interface DraftSummary {
  id: string;
  /** A program of the studio, or a template made by pointing. */
  kind: 'studio' | 'template';
  /** Id of the plugin, chosen when the draft was made; fixtures and versions go by it. */
  pluginId: string;
  /** From the manifest; the id where it has none. */
  name: string;
  updatedBy: { id: string; name: string };
  /** ISO 8601. */
  updatedAt: string;
  fixtureCount: number;
  /** ISO 8601; null: not in the trash. */
  trashedAt: string | null;
}

/** What stands in the editor; absent parts stay as they are. */
export interface DraftContent {
  manifestText?: unknown;
  source?: unknown;
  readme?: unknown;
}
