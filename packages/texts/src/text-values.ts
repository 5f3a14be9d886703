// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: made
import type { AccountValues } from './values/account.ts';
import type { AdminValues } from './values/admin.ts';
import type { AuditValues } from './values/audit.ts';
import type { CameraValues } from './values/camera.ts';
import type { CheckValues } from './values/check.ts';
import type { CliValues } from './values/cli.ts';
import type { CommonValues } from './values/common.ts';
import type { DashboardValues } from './values/dashboard.ts';
import type { DeliveriesValues } from './values/deliveries.ts';
import type { DesktopValues } from './values/desktop.ts';
import type { DocsValues } from './values/docs.ts';
import type { EditorValues } from './values/editor.ts';
import type { ErrorValues } from './values/error.ts';
import type { ExportValues } from './values/export.ts';
import type { MailValues } from './values/mail.ts';
import type { NoticeValues } from './values/notice.ts';
import type { OperationValues } from './values/operation.ts';
import type { PairingValues } from './values/pairing.ts';
import type { ProblemValues } from './values/problem.ts';
import type { PublicValues } from './values/public.ts';
import type { QueueValues } from './values/queue.ts';
import type { ReasonValues } from './values/reason.ts';
import type { SettingsValues } from './values/settings.ts';
import type { StudioValues } from './values/studio.ts';
import type { TemplateValues } from './values/template.ts';
import type { WatchValues } from './values/watch.ts';
import type { WorkspaceValues } from './values/workspace.ts';

/** Every message by its key, with the values it takes. */
export interface TextValues extends AccountValues, AdminValues, AuditValues, CameraValues, CheckValues, CliValues, CommonValues, DashboardValues, DeliveriesValues, DesktopValues, DocsValues, EditorValues, ErrorValues, ExportValues, MailValues, NoticeValues, OperationValues, PairingValues, ProblemValues, PublicValues, QueueValues, ReasonValues, SettingsValues, StudioValues, TemplateValues, WatchValues, WorkspaceValues {}
