/** What a company decides for itself. */
export interface CompanySettings {
  /** BCP 47 tags of what is read, most important first. */
  languages: string[];
  /** BCP 47 tag that settles ambiguous dates and amounts. */
  locale: string;
  /** Whether operators may confirm what they captured themselves. */
  operatorsMayConfirm: boolean;
  /** Whether where pictures were taken is kept, in their views and in exports. */
  keepLocation: boolean;
}

export const settingsColumns = [
  'languages',
  'locale',
  'operators_may_confirm as operatorsMayConfirm',
  'keep_location as keepLocation',
] as const;
