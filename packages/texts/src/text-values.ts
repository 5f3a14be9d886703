// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: made
import type { AccountValues } from './values/account.ts';
import type { AuditValues } from './values/audit.ts';
import type { CommonValues } from './values/common.ts';
import type { DashboardValues } from './values/dashboard.ts';
import type { DesktopValues } from './values/desktop.ts';
import type { DocsValues } from './values/docs.ts';
import type { ErrorValues } from './values/error.ts';
import type { MailValues } from './values/mail.ts';
import type { NoticeValues } from './values/notice.ts';
import type { SettingsValues } from './values/settings.ts';
import type { StudioValues } from './values/studio.ts';
import type { WatchValues } from './values/watch.ts';
import type { WorkspaceValues } from './values/workspace.ts';

/** Every message by its key, with the values it takes. */
export interface TextValues extends AccountValues, AuditValues, CommonValues, DashboardValues, DesktopValues, DocsValues, ErrorValues, MailValues, NoticeValues, SettingsValues, StudioValues, WatchValues, WorkspaceValues {}
