import type { TextValues } from '@readout/texts';

/** A page that is linked by its name: `text('common.page_name', { page })`. */
export type PageName = TextValues['common.page_name']['page'];
