import type { PluginReading } from '@readout/plugin-kit';
import type { TemplateMark } from '@readout/plugin-kit/template';

/** A page of the kind, with what was read of it. */
export interface TemplateExample {
  captureId: string;
  captureName: string;
  reading: PluginReading;
  /** Of the company; decides what `1.234` means. */
  locale: string;
  /** ISO date of the capture. */
  today: string;
}

/** A reader that is being made by pointing at values on an example. */
export interface TemplateDraft extends TemplateExample {
  id: string;
  /** What its records are called. */
  name: string;
  marks: TemplateMark[];
  /** Further pages of the kind: what is the same on all of them is what it is recognised by. */
  examples: TemplateExample[];
  /** Grows with every change. */
  revision: number;
  updatedBy: { id: string; name: string };
  /** ISO 8601. */
  updatedAt: string;
  /** Newest version the company has of it; null: never published. */
  published: { pluginId: string; version: string } | null;
}

/** What a template and its package are made with; part of the plugin kit, injected. */
export interface TemplateMaker {
  /** Undefined where it is not a list of marks. */
  checkMarks(marks: unknown): TemplateMark[] | undefined;
  /** A package that nobody signed yet. */
  makePackage(
    draft: Pick<TemplateDraft, 'name' | 'marks' | 'examples' | keyof TemplateExample>,
    as: { pluginId: string; version: string },
  ): Promise<Uint8Array>;
}
