// Made by scripts/generate-row-types.js from the migrations; a test holds the two in step.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Arrives parsed; is written as JSON text, since the driver would turn an array into a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
/** Has a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AppApiKeys {
  company_id: string;
  id: Generated<string>;
  name: string;
  secret_hash: string;
  prefix: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  scopes: string[];
  created_by: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
  last_used_from: string | null;
  minute: Timestamp | null;
  minute_requests: Generated<number>;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  address_ranges: Generated<string[]>;
  plugin_ids: Generated<string[]>;
}

export interface AppAuditBacklog {
  company_id: string;
  next_id: number;
  last_id: number;
}

export interface AppAuditChain {
  company_id: string;
  seq: number;
  event_id: number;
  at: Timestamp;
  action: string;
  subject_type: string;
  who: Buffer;
  what: Buffer;
  previous: Buffer;
  hash: Buffer;
}

export interface AppAuditEvents {
  company_id: string;
  id: GeneratedAlways<number>;
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  detail: Generated<Json>;
  ip_address: string | null;
  created_at: Generated<Timestamp>;
  action_group: GeneratedAlways<string>;
  who_salt: Generated<Buffer | null>;
  what_salt: Generated<Buffer | null>;
  who_erased: number | null;
  what_erased: number | null;
}

export interface AppAuditHeads {
  company_id: string;
  seq: number;
  hash: Buffer;
}

export interface AppAuditLinks {
  company_id: string;
  seq: number;
  event_id: number;
  at: string;
  action: string;
  subject_type: string;
  who: string;
  who_salt: string;
  who_erased: number;
  who_text: string;
  what: string;
  what_salt: string;
  what_erased: number;
  what_text: string;
  previous: string;
  hash: string;
  agrees: boolean;
}

export interface AppBulkActions {
  company_id: string;
  id: Generated<string>;
  action: string;
  items: Json;
  created_by: string;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
}

export interface AppCaptureNotes {
  company_id: string;
  id: Generated<string>;
  capture_id: string;
  body: string;
  written_by: string;
  written_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
}

export interface AppCaptureTags {
  company_id: string;
  capture_id: string;
  tag: string;
  key: GeneratedAlways<string>;
  added_by: string;
  added_at: Generated<Timestamp>;
}

export interface AppCaptureTexts {
  company_id: string;
  capture_id: string;
  body: Generated<string>;
  record_values: Generated<string>;
  terms: GeneratedAlways<string>;
}

export interface AppCaptures {
  company_id: string;
  id: Generated<string>;
  client_id: string | null;
  document_id: string;
  page_number: Generated<number>;
  page_count: Generated<number>;
  state: Generated<'received' | 'reading' | 'read' | 'failed'>;
  failure_code: string | null;
  failure_detail: string | null;
  archived_at: Timestamp | null;
  trashed_at: Timestamp | null;
  source: 'upload' | 'paste' | 'camera' | 'desktop' | 'api' | 'sample';
  sha256: string;
  file_name: string;
  media_type: string;
  byte_size: number;
  width: number | null;
  height: number | null;
  duplicate_of: string | null;
  title: string | null;
  record_count: Generated<number>;
  review_count: Generated<number>;
  assigned_to: string | null;
  revision: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
  latitude: number | null;
  longitude: number | null;
  failed_at: Timestamp | null;
  file_page: Generated<number>;
  failure_values: Json | null;
  document_date: string | null;
  total: number | null;
  party: string | null;
  confidence: number | null;
}

export interface AppCompanyDays {
  company_id: string;
  day: Date;
  captures: Generated<number>;
  failed: Generated<number>;
  bytes: Generated<number>;
}

export interface AppCompanyLedger {
  company_id: string;
  bytes: Generated<number>;
  month: Generated<Date>;
  captures: Generated<number>;
  counted_at: Generated<Timestamp>;
}

export interface AppCompanySettings {
  company_id: string;
  status: Generated<'active' | 'suspended' | 'closing'>;
  languages: Generated<string[]>;
  locale: Generated<string>;
  keep_location: Generated<boolean>;
  operators_may_confirm: Generated<boolean>;
  max_members: Generated<number>;
  max_captures_per_month: Generated<number>;
  max_bytes: Generated<number>;
  created_at: Generated<Timestamp>;
  revision: Generated<number>;
  status_reason: string | null;
  closing_at: Timestamp | null;
  status_before_closing: 'active' | 'suspended' | null;
  require_two_factor: Generated<boolean>;
  closed_by_platform: Generated<boolean>;
  max_reading_seconds_per_day: Generated<number>;
  max_rereads_per_day: Generated<number>;
  acting_refused: Generated<boolean>;
  support_scope: 'correct' | 'manage' | null;
  support_until: Timestamp | null;
  max_reading_seconds_per_page: Generated<number>;
  other_names: Generated<string[]>;
  tax_ids: Generated<string[]>;
  ibans: Generated<string[]>;
  second_person_above: number | null;
  address: Generated<string>;
}

export interface AppCompanyUsage {
  company_id: string;
  captures_30d: Generated<number>;
  failed_30d: Generated<number>;
  records_30d: Generated<number>;
  objects: Generated<number>;
  bytes: Generated<number>;
  last_capture_at: Timestamp | null;
  refreshed_at: Generated<Timestamp>;
  members: Generated<number>;
  recounted_at: Timestamp | null;
  limits_told: Generated<string[]>;
}

export interface AppCorrectionDays {
  company_id: string;
  day: Date;
  plugin_id: string;
  version: string;
  type: string;
  field: string;
  given: number;
  corrected: number;
  added: number;
}

export interface AppCurrentCompanyProfile {
  id: string;
  name: string;
  slug: string;
  created_at: Timestamp;
}

export interface AppDashboardChanges {
  company_id: string;
  hour: Timestamp;
  changed_in: string;
  changed_at: Generated<Timestamp>;
}

export interface AppDashboardDays {
  company_id: string;
  seen_by: string;
  time_zone: string;
  day: Date;
  sums: Json;
  snapshot: string;
  computed_at: Generated<Timestamp>;
}

export interface AppDeliveries {
  company_id: string;
  id: Generated<string>;
  target_id: string;
  sequence: number;
  subject_id: string;
  state: Generated<'pending' | 'retrying' | 'delivered' | 'failed' | 'skipped'>;
  tries: Generated<number>;
  attempts: Generated<number>;
  due_at: Generated<Timestamp>;
  lease: string | null;
  leased_until: Timestamp | null;
  failure_code: string | null;
  status: number | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  handle: string | null;
}

export interface AppDeliveryAttempts {
  company_id: string;
  id: Generated<string>;
  delivery_id: string;
  number: number;
  at: Timestamp;
  duration_ms: number;
  request: Json;
  answer: Json | null;
  failure_code: string | null;
  failure: string | null;
}

export interface AppDeliveryRecipients {
  company_id: string;
  record_id: string;
  target_id: string;
}

export interface AppDeliveryTargets {
  company_id: string;
  id: Generated<string>;
  kind: 'webhook' | 'http' | 'folder' | 'mail' | 'paperless' | 'papra';
  name: string;
  address: string;
  settings: Generated<Json>;
  secret_sealed: string;
  former_secret_sealed: string | null;
  former_secret_until: Timestamp | null;
  events: string[];
  state: Generated<'active' | 'paused'>;
  paused_at: Timestamp | null;
  paused_for_failing: Generated<boolean>;
  at_once: Generated<number>;
  served_at: Timestamp | null;
  delivered_at: Timestamp | null;
  failing_since: Timestamp | null;
  failure_code: string | null;
  created_by: string;
  created_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
  rule: Generated<Json>;
}

export interface AppDismissedSteps {
  company_id: string;
  user_id: string;
  dismissed_at: Generated<Timestamp>;
}

export interface AppEventStreams {
  company_id: string;
  epoch: Generated<string>;
  forgotten_xid: Generated<string>;
  forgotten_id: Generated<number>;
}

export interface AppEvents {
  company_id: string;
  xid: Generated<string>;
  id: GeneratedAlways<number>;
  type:
    | 'capture.received'
    | 'capture.read'
    | 'capture.failed'
    | 'capture.archived'
    | 'capture.unarchived'
    | 'capture.trashed'
    | 'capture.restored'
    | 'record.made'
    | 'record.corrected'
    | 'record.confirmed'
    | 'record.rejected'
    | 'record.reopened';
  capture_id: string;
  page: number;
  record_id: string | null;
  revision: number;
  created_by: string;
  at: Generated<Timestamp>;
}

export interface AppExportProfiles {
  company_id: string;
  id: Generated<string>;
  name: string;
  settings: Json;
  revision: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
}

export interface AppExportedRecords {
  company_id: string;
  export_id: string;
  record_id: string;
  document_id: string;
  position: number;
  revision: number;
  profile_id: string;
  profile_name: string;
  exported_by: string;
  stem: string | null;
  exported_at: Timestamp | null;
}

export interface AppExports {
  company_id: string;
  id: Generated<string>;
  format: 'csv' | 'xlsx' | 'json' | 'datev' | 'hledger';
  filter: Json;
  requested_by: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  state: Generated<'queued' | 'running' | 'done' | 'failed'>;
  tries: Generated<number>;
  lease: string | null;
  leased_until: Timestamp | null;
  row_count: number | null;
  byte_size: number | null;
  sha256: string | null;
  failure_code: string | null;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  expires_at: Timestamp | null;
  shape: Generated<Json>;
  profile: Json | null;
  held_back: Json | null;
}

export interface AppFormerMembers {
  company_id: string;
  user_id: string;
  ref: Generated<string>;
  pseudonym: string;
  until: Timestamp;
}

export interface AppIdempotencyKeys {
  company_id: string;
  holder: string;
  key: string;
  fingerprint: string;
  lease: string | null;
  leased_until: Timestamp | null;
  status: number | null;
  headers: Json | null;
  body: Buffer | null;
  created_at: Generated<Timestamp>;
}

export interface AppInstallations {
  company_id: string;
  plugin_id: string;
  version: string;
  enabled: Generated<boolean>;
  position: Generated<number>;
  settings: Generated<Json>;
  auto_confirm_confidence: number | null;
  created_at: Generated<Timestamp>;
  revision: Generated<number>;
  source: Generated<'catalogue' | 'company'>;
  previous_version: string | null;
  previous_source: 'catalogue' | 'company' | null;
  granted_hosts: Generated<string[]>;
  updated_at: Generated<Timestamp>;
  paused_at: Timestamp | null;
  paused_code: string | null;
  resumed_at: Timestamp | null;
  left_version: string | null;
  left_source: 'catalogue' | 'company' | null;
  left_at: Timestamp | null;
  left_code: string | null;
  shadow_version: string | null;
  shadow_source: 'catalogue' | 'company' | null;
  shadow_since: Timestamp | null;
}

export interface AppInvitations {
  company_id: string;
  id: Generated<string>;
  email: string | null;
  domain: string | null;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  token_hash: string;
  invited_by: string;
  invited_by_name: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  accepted_at: Timestamp | null;
  accepted_by: string | null;
  sent_at: Generated<Timestamp>;
  proves_address: Generated<boolean>;
}

export interface AppListTables {
  company_id: string;
  user_id: string;
  is_shown: boolean;
  columns: Generated<Json>;
}

export interface AppMemberDetails {
  user_id: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  created_at: Timestamp;
  name: string;
  email: string;
  email_verified: boolean;
  two_factor_enabled: boolean;
  last_seen_at: Timestamp | null;
  banned: boolean;
}

export interface AppMembers {
  user_id: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  created_at: Timestamp;
  name: string;
  email: string;
}

export interface AppMyCompanies {
  id: string;
  name: string;
  slug: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
}

export interface AppMyInvitations {
  company_id: string;
  company_name: string;
  id: string;
  role: string;
  invited_by_name: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface AppMyNotifications {
  company_id: string;
  company_name: string;
  id: number;
  kind: string;
  subject_type: string;
  subject_id: string;
  detail: Json;
  created_at: Timestamp;
  read_at: Timestamp;
}

export interface AppNotifications {
  company_id: string;
  id: GeneratedAlways<number>;
  user_id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  detail: Generated<Json>;
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
  mailed_at: Timestamp | null;
}

export interface AppOauthGrants {
  company_id: string;
  id: Generated<string>;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  code_challenge: string;
  resource: '/' | '/api/v1' | '/api/mcp';
  scopes: string[];
  created_by: string;
  created_at: Generated<Timestamp>;
  begun_at: Timestamp | null;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
  last_used_from: string | null;
  minute: Timestamp | null;
  minute_requests: Generated<number>;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  plugin_ids: Generated<string[]>;
}

export interface AppOauthTokens {
  company_id: string;
  secret_hash: string;
  grant_id: string;
  kind: 'code' | 'access' | 'refresh';
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface AppObjects {
  company_id: string;
  sha256: string;
  byte_size: number;
  media_type: string;
  created_at: Generated<Timestamp>;
  state: Generated<'whole' | 'altered' | 'missing'>;
  checked_at: Generated<Timestamp>;
}

export interface AppOutbox {
  company_id: string;
  sequence: number;
  id: Generated<string>;
  type: 'record.confirmed' | 'record.corrected' | 'record.reopened' | 'capture.failed' | 'watch.alarm';
  subject_id: string;
  created_by: string | null;
  at: Generated<Timestamp>;
  payload: Json;
  body: string | null;
}

export interface AppOutboxFloors {
  company_id: string;
  sequence: number;
}

export interface AppPlatformCompanies {
  id: string;
  name: string;
  slug: string;
  created_at: Timestamp;
  member_count: number;
}

export interface AppPlatformMailCounts {
  state: string;
  without_smtp: boolean;
  mails: number;
  oldest_at: Timestamp;
}

export interface AppPlatformMails {
  id: string;
  kind: string;
  to_email: string;
  user_id: string;
  company_id: string;
  subject: string;
  without_smtp: boolean;
  state: string;
  attempts: number;
  last_error: string;
  created_at: Timestamp;
  sent_at: Timestamp;
  expires_at: Timestamp;
  has_body: boolean;
  next_attempt_at: Timestamp;
  admin_id: string;
}

export interface AppPlatformMembers {
  company_id: string;
  user_id: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  created_at: Timestamp;
  name: string;
  email: string;
}

export interface AppPlatformMembershipCounts {
  user_id: string;
  companies: number;
}

export interface AppPlatformOwnVersions {
  company_id: string;
  plugin_id: string;
  version: string;
}

export interface AppPlatformPluginKeepers {
  plugin_id: string;
  version: string;
  company_id: string;
  user_id: string;
}

export interface AppPlatformUsers {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  role: 'user' | 'admin' | 'support' | 'auditor';
  banned: boolean;
  created_at: Timestamp;
  company_count: number;
  last_seen_at: Timestamp | null;
  ban_reason: string | null;
  two_factor_enabled: boolean;
  deleted_at: Timestamp | null;
  session_count: number;
  passkey_count: number;
}

export interface AppPluginDrafts {
  company_id: string;
  id: Generated<string>;
  plugin_id: string;
  kind: 'template' | 'studio';
  manifest: Json;
  source: Generated<string>;
  template: Json | null;
  readme: Generated<string>;
  revision: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  updated_by: string;
  updated_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
  manifest_text: string | null;
}

export interface AppPluginFixtures {
  company_id: string;
  id: Generated<string>;
  plugin_id: string;
  name: string;
  capture_id: string | null;
  input: Json;
  expected: Json;
  created_by: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
}

export interface AppPluginRequests {
  company_id: string;
  id: Generated<string>;
  plugin_id: string;
  note: Generated<string>;
  requested_by: string;
  created_at: Generated<Timestamp>;
  decision: 'installed' | 'declined' | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  decision_note: string | null;
}

export interface AppPluginRuns {
  company_id: string;
  id: GeneratedAlways<number>;
  capture_id: string;
  plugin_id: string;
  version: string;
  failure_code: string | null;
  failure_detail: string | null;
  record_count: number;
  duration_ms: number;
  created_at: Generated<Timestamp>;
}

export interface AppPluginSubmissionFixtures {
  company_id: string;
  submission_id: string;
  id: Generated<string>;
  name: string;
  capture_id: string | null;
  packaged_as: string | null;
  has_packaged_picture: Generated<boolean>;
  input: Json;
  expected: Json;
  leaves: Generated<'private' | 'reading' | 'picture'>;
  regions: Generated<Json>;
  outcome: Json | null;
  picture: Buffer | null;
  picture_media_type: string | null;
}

export interface AppPluginSubmissions {
  company_id: string;
  id: Generated<string>;
  plugin_id: string;
  version: string;
  state: Generated<'preparing' | 'waiting' | 'submitted' | 'declined' | 'withdrawn'>;
  revision: Generated<number>;
  notes: Generated<string>;
  payload: Buffer | null;
  payload_sha256: string | null;
  private_results: Json | null;
  prepared_by: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  asked_by: string | null;
  asked_at: Timestamp | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  decision_note: string | null;
  review_state: 'rejected' | 'withdrawn' | null;
  review_note: string | null;
}

export interface AppPluginVersions {
  company_id: string;
  plugin_id: string;
  version: string;
  ordinal: GeneratedAlways<number>;
  state: Generated<'published' | 'deprecated'>;
  manifest: Json;
  package: Buffer;
  sha256: string;
  notes: Generated<string>;
  accuracy: Json | null;
  made_by: 'template' | 'studio' | 'package';
  created_by: string;
  created_at: Generated<Timestamp>;
  program: Buffer | null;
  program_sha256: GeneratedAlways<string | null>;
}

export interface AppReadersNotRun {
  company_id: string;
  capture_id: string;
  plugin_id: string;
  version: string;
  code: string;
  detail: Generated<string>;
  created_at: Generated<Timestamp>;
}

export interface AppReadingDays {
  company_id: string;
  day: Date;
  readings: Generated<number>;
  cpu_ms: Generated<number>;
}

export interface AppReadingQueue {
  company_id: string;
  capture_id: string;
  position: GeneratedAlways<number>;
  urgency: number;
  wanted_by: string | null;
  queued_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  worker_id: string | null;
  lease: string | null;
  leased_at: Timestamp | null;
  charged_ms: Generated<number>;
  crashes: Generated<number>;
  host_deaths: Generated<number>;
  delays: Generated<number>;
  delayed_by: string | null;
}

export interface AppReadingShares {
  company_id: string;
  served_to: number;
  mean_cpu_ms: number;
  mean_ms: number;
  readings: Generated<number>;
}

export interface AppReadings {
  company_id: string;
  id: Generated<string>;
  capture_id: string;
  engine_version: string;
  content: Json;
  created_at: Generated<Timestamp>;
}

export interface AppRecordEdits {
  company_id: string;
  id: GeneratedAlways<number>;
  record_id: string;
  field: string;
  from_value: Json | null;
  to_value: Json | null;
  edited_by: string;
  edited_at: Generated<Timestamp>;
  picked: Json | null;
}

export interface AppRecordProposals {
  company_id: string;
  id: Generated<string>;
  capture_id: string;
  reading_id: string;
  records: Json;
  state: Generated<'open' | 'applied' | 'dismissed'>;
  created_at: Generated<Timestamp>;
  decided_by: string | null;
  decided_at: Timestamp | null;
}

export interface AppRecords {
  company_id: string;
  id: Generated<string>;
  capture_id: string;
  reading_id: string;
  plugin_id: string;
  plugin_version: string;
  type: string;
  position: Generated<number>;
  state: Generated<'needs_review' | 'confirmed' | 'rejected'>;
  rejected_reason: string | null;
  confidence: number;
  fields: Json;
  original_fields: Json;
  assigned_to: string | null;
  revision: Generated<number>;
  confirmed_by: string | null;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  edited_fields: GeneratedAlways<string[]>;
  document_id: string | null;
  captured_at: Timestamp | null;
  added_by: string | null;
  read_revision: Generated<number>;
  read_as: string | null;
  also_read: Generated<Json>;
  party: GeneratedAlways<string | null>;
  document_number: GeneratedAlways<string | null>;
  document_date: GeneratedAlways<string | null>;
  total: GeneratedAlways<number | null>;
  currency: GeneratedAlways<string | null>;
  iban: GeneratedAlways<string | null>;
  company_checks: Generated<Json>;
  first_confirmed_by: string | null;
  first_confirmed_at: Timestamp | null;
}

export interface AppRegionProfiles {
  company_id: string;
  id: Generated<string>;
  name: string;
  frame_width: number;
  frame_height: number;
  region_x: number;
  region_y: number;
  region_width: number;
  region_height: number;
  fingerprint: Json;
  reads: Json;
  thumbnail: Buffer;
  thumbnail_type: 'image/png' | 'image/jpeg' | 'image/webp';
  revision: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
}

export interface AppRegionReadings {
  company_id: string;
  id: Generated<string>;
  capture_id: string;
  content: Json;
  read_at: Generated<Timestamp>;
}

export interface AppRereadDays {
  company_id: string;
  day: Date;
  user_id: string;
  pages: Generated<number>;
}

export interface AppReservations {
  company_id: string;
  id: string;
  user_id: string;
  kind: 'request' | 'upload';
  bytes: number;
  captures: number;
  month: Date;
  process_id: string | null;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
}

export interface AppReviewStretches {
  company_id: string;
  document_id: string;
  created_by: string;
  began_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface AppSavedViews {
  company_id: string;
  id: Generated<string>;
  created_by: string;
  name: string;
  query: string;
  is_company_wide: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface AppShadowComparisons {
  company_id: string;
  id: GeneratedAlways<number>;
  plugin_id: string;
  capture_id: string;
  outcome: 'equal' | 'differs' | 'only_installed' | 'only_shadow' | 'failed';
  failure_code: string | null;
  changes: Generated<Json>;
  created_at: Generated<Timestamp>;
}

export interface AppSigningKeys {
  company_id: string;
  key_id: string;
  name: string;
  public_key: string;
  private_key_sealed: string | null;
  created_by: string;
  created_at: Generated<Timestamp>;
  revoked_at: Timestamp | null;
}

export interface AppWatchAlarms {
  company_id: string;
  id: Generated<string>;
  watch_id: string;
  kind: 'above' | 'below' | 'lost';
  cause: 'unreadable' | 'implausible' | 'source_ended' | 'silent' | null;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  sample_id: string | null;
  value: number | null;
  text: string | null;
  bound: number | null;
  picture_sha256: string | null;
  picture_offset: number | null;
  picture_bytes: number | null;
  acknowledged_by: string | null;
  acknowledged_at: Timestamp | null;
  note: string | null;
}

export interface AppWatchSamples {
  company_id: string;
  watch_id: string;
  id: string;
  taken_at: Timestamp;
  received_at: Generated<Timestamp>;
  value: number | null;
  text: string | null;
  confidence: number;
  state: 'ok' | 'implausible' | 'unreadable' | 'confirmed' | 'rejected';
  reason: string | null;
  gap: 'paused' | 'page_closed' | 'source_ended' | 'asleep' | null;
  picture_sha256: string | null;
  picture_offset: number | null;
  picture_bytes: number | null;
  read_value: number | null;
  read_text: string | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  decided_reason: string | null;
}

export interface AppWatchSums {
  company_id: string;
  watch_id: string;
  step_s: number;
  starts_at: Timestamp;
  low: number | null;
  high: number | null;
  total: number | null;
  value_count: number;
  implausible_count: number;
  unreadable_count: number;
}

export interface AppWatches {
  company_id: string;
  id: Generated<string>;
  name: string;
  source_kind: 'screen' | 'camera';
  region_profile_id: string | null;
  place: Json;
  reads: Json;
  interval_ms: number | null;
  low: number | null;
  high: number | null;
  max_rate: number | null;
  rate_per_ms: number | null;
  direction: Generated<'any' | 'up' | 'down'>;
  lost_after: Generated<number>;
  keep_days: number | null;
  state: Generated<'active' | 'paused' | 'ended'>;
  revision: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  trashed_at: Timestamp | null;
  last_sample_id: string | null;
  last_taken_at: Timestamp | null;
  last_value: number | null;
  last_text: string | null;
  last_confidence: number | null;
  last_state: string | null;
  last_picture_id: string | null;
  lost_run: Generated<number>;
  run_id: string | null;
  run_by: string | null;
  run_device: string | null;
  run_state: 'running' | 'stopped' | 'source_ended' | null;
  run_heard_at: Timestamp | null;
  clock_skew_ms: number | null;
  intake_minute: Timestamp | null;
  intake_requests: Generated<number>;
}

export interface AuthAccount {
  id: Generated<string>;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Timestamp | null;
  refresh_token_expires_at: Timestamp | null;
  scope: string | null;
  password: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface AuthCompany {
  id: Generated<string>;
  name: string;
  slug: string;
  logo: string | null;
  metadata: string | null;
  created_at: Generated<Timestamp>;
}

export interface AuthCompanyStatus {
  company_id: string;
  status: string;
  require_two_factor: boolean;
  acting_refused: boolean;
  support_scope: string;
  support_until: Timestamp;
  closing_at: Timestamp;
}

export interface AuthDevices {
  user_id: string;
  device_hash: string;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  network: string | null;
}

export interface AuthInstallation {
  only_row: Generated<boolean>;
  admin_user_id: string;
  claimed_at: Generated<Timestamp>;
}

export interface AuthMails {
  id: Generated<string>;
  kind: string;
  to_email: string;
  user_id: string | null;
  company_id: string | null;
  subject: string;
  body_text: string | null;
  body_html: string | null;
  without_smtp: boolean;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Timestamp>;
  last_error: string | null;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
  expires_at: Timestamp | null;
}

export interface AuthMembership {
  id: Generated<string>;
  company_id: string;
  user_id: string;
  role: 'owner' | 'admin' | 'reviewer' | 'operator';
  created_at: Generated<Timestamp>;
}

export interface AuthOauthClients {
  id: Generated<string>;
  name: string;
  redirect_uris: string[];
  created_at: Generated<Timestamp>;
  allowed_at: Timestamp | null;
}

export interface AuthPairings {
  id: Generated<string>;
  token_hash: string;
  user_id: string;
  company_id: string;
  made_in: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  claim_hash: string | null;
  claimed_at: Timestamp | null;
  decide_until: Timestamp | null;
  phone_name: string | null;
  phone_agent: string | null;
  phone_address: string | null;
  number: number | null;
  decision: 'confirmed' | 'refused' | null;
  session_id: string | null;
  finished_at: Timestamp | null;
}

export interface AuthPasskey {
  id: Generated<string>;
  name: string | null;
  public_key: string;
  user_id: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: boolean;
  transports: string | null;
  created_at: Generated<Timestamp | null>;
  aaguid: string | null;
}

export interface AuthRateLimit {
  id: Generated<string>;
  key: string;
  count: number;
  last_request: number;
}

export interface AuthSentLinks {
  token_hash: string;
  purpose: 'verify_email' | 'change_email' | 'reset_password' | 'sign_in';
  user_id: string;
  without_smtp: boolean;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface AuthSession {
  id: Generated<string>;
  user_id: string;
  token: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  impersonated_by: string | null;
  active_company_id: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  signed_in_at: Generated<Timestamp>;
  paired_company_id: string | null;
  paired_name: string | null;
  device_hash: string | null;
}

export interface AuthSignInAttempts {
  key: string;
  failures: number;
  first_at: Generated<Timestamp>;
  last_at: Generated<Timestamp>;
}

export interface AuthTwoFactor {
  id: Generated<string>;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Timestamp | null;
  last_step: number | null;
}

export interface AuthUser {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<'user' | 'admin' | 'support' | 'auditor'>;
  banned: Generated<boolean>;
  ban_reason: string | null;
  ban_expires: Timestamp | null;
  terms_version: string | null;
  privacy_version: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  two_factor_enabled: Generated<boolean>;
  changelog_seen: string | null;
  mail_preferences: Generated<Json>;
  last_seen_at: Timestamp | null;
  deleted_at: Timestamp | null;
  language: string | null;
  seen_language: string | null;
  single_keys: Generated<boolean>;
}

export interface AuthUserEvents {
  id: GeneratedAlways<number>;
  user_id: string;
  action: string;
  detail: Generated<Json>;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
}

export interface AuthVerification {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface PlatformAlertPosts {
  id: Generated<string>;
  body: string;
  created_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  attempts: Generated<number>;
}

export interface PlatformAlerts {
  key: string;
  level: number;
  titles: Json;
  began_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  told_level: Generated<number>;
}

export interface PlatformAuditLinks {
  company_id: string;
  seq: number;
  event_id: number;
  at: string;
  action: string;
  subject_type: string;
  who: string;
  who_salt: string;
  who_erased: number;
  who_text: string;
  what: string;
  what_salt: string;
  what_erased: number;
  what_text: string;
  previous: string;
  hash: string;
  agrees: boolean;
}

export interface PlatformAuditStream {
  is_only: Generated<boolean>;
  lease_by: string | null;
  lease_until: Timestamp | null;
  target: string | null;
  caught_up_at: Timestamp | null;
  sent: Generated<number>;
  sent_at: Timestamp | null;
  failures: Generated<number>;
  failed_at: Timestamp | null;
  failure_code: string | null;
  failure: string | null;
}

export interface PlatformAuditStreamed {
  company_id: string;
  seq: number;
  at: Generated<Timestamp>;
}

export interface PlatformBackupPlan {
  only_row: Generated<boolean>;
  is_on: Generated<boolean>;
  folder: Generated<string>;
  recipient: Generated<string>;
  minute_of_day: Generated<number>;
  keep: Generated<number>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface PlatformBackupRuns {
  id: Generated<string>;
  requested_by_name: string | null;
  slot: Timestamp | null;
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  seen_at: Timestamp | null;
  finished_at: Timestamp | null;
  failure_code: string | null;
  failure: string | null;
  name: string | null;
  row_count: number | null;
  object_count: number | null;
  byte_size: number | null;
  new_bytes: number | null;
  lost_count: Generated<number>;
}

export interface PlatformBulkChanges {
  id: Generated<string>;
  action: string;
  items: Json;
  created_by: string;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
}

export interface PlatformCorrectionsCounted {
  only_row: Generated<boolean>;
  counted_until: Timestamp;
}

export interface PlatformEvents {
  id: GeneratedAlways<number>;
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_name: Generated<string>;
  detail: Generated<Json>;
  ip_address: string | null;
  created_at: Generated<Timestamp>;
  who_salt: Generated<Buffer | null>;
  what_salt: Generated<Buffer | null>;
  who_erased: number | null;
  what_erased: number | null;
}

export interface PlatformLedger {
  only_row: Generated<boolean>;
  bytes: Generated<number>;
  month: Generated<Date>;
  captures: Generated<number>;
}

export interface PlatformLegalTexts {
  path: string;
  text: string;
  changed_at: Generated<Timestamp>;
}

export interface PlatformLimits {
  only_row: Generated<boolean>;
  max_bytes: number | null;
  max_captures_per_month: number | null;
  max_companies: number | null;
  max_owned_companies: Generated<number>;
  revision: Generated<number>;
  max_users: number | null;
}

export interface PlatformPluginBlocks {
  plugin_id: string;
  version: Generated<string>;
  reason: string;
  blocked_by: string;
  blocked_at: Generated<Timestamp>;
}

export interface PlatformPluginCheckResults {
  plugin_id: string;
  version: string;
  sha256: string;
  run: string;
  fixtures: Json;
  accuracy: Json | null;
  created_at: Generated<Timestamp>;
}

export interface PlatformPluginDays {
  plugin_id: string;
  version: string;
  day: Date;
  bucket: number;
  runs: number;
  failures: number;
  records: number;
}

export interface PlatformPluginVersions {
  plugin_id: string;
  version: string;
  ordinal: GeneratedAlways<number>;
  state: 'in_review' | 'published' | 'rejected' | 'deprecated' | 'withdrawn';
  manifest: Json;
  package: Buffer;
  sha256: string;
  notes: Generated<string>;
  accuracy: Json | null;
  checks: Json | null;
  submitted_by: string | null;
  submitted_by_name: string | null;
  submitted_at: Generated<Timestamp>;
  decided_by: string | null;
  decided_at: Timestamp | null;
  decision_note: string | null;
  release_note: string | null;
  decided_by_name: string | null;
  signed_by: GeneratedAlways<string[]>;
  deprecated_note: string | null;
  deprecated_by: string | null;
  deprecated_at: Timestamp | null;
  private_results: Json | null;
  approved_by_publisher: Generated<boolean>;
  program: Buffer | null;
  program_sha256: GeneratedAlways<string | null>;
}

export interface PlatformPlugins {
  id: string;
  publisher_company_id: string | null;
  publisher_name: string;
  is_first_party: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface PlatformProcesses {
  id: string;
  role: 'all' | 'web' | 'worker';
  host: string;
  pid: number;
  version: string;
  node_version: string;
  started_at: Timestamp;
  seen_at: Generated<Timestamp>;
  memory_bytes: number;
}

export interface PlatformReadingClock {
  is_only: Generated<boolean>;
  served_to: Generated<number>;
}

export interface PlatformReadingWorkers {
  id: string;
  host: string;
  pid: number;
  readers: number;
  held_by: string | null;
  seen_at: Generated<Timestamp>;
}

export interface PlatformState {
  only_row: Generated<boolean>;
  read_only_since: Timestamp | null;
  read_only_note: Generated<string>;
  announcement: Generated<string>;
  announcement_tone: Generated<'info' | 'warning'>;
  announced_at: Timestamp | null;
  announced_until: Timestamp | null;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface PlatformStoreCare {
  is_only: Generated<boolean>;
  sweep_by: string | null;
  sweep_until: Timestamp | null;
  scrub_by: string | null;
  scrub_until: Timestamp | null;
  held_at: Timestamp | null;
  held_orphans: number | null;
  held_files: number | null;
  held_cap: number | null;
  allowed_orphans: number | null;
  swept_at: Timestamp | null;
}

export interface PlatformStoreErasures {
  company_id: string;
  kind: 'original' | 'derived' | 'export' | 'company';
  name: string;
  erased_at: Generated<Timestamp>;
}

export interface PlatformSupportSessions {
  id: Generated<string>;
  session_id: string | null;
  admin_id: string;
  admin_name: string;
  user_id: string;
  user_name: string;
  reason: string;
  company_ids: string[];
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface PlatformTrustedKeys {
  key_id: string;
  public_key: string;
  name: string;
  kind: 'platform' | 'publisher';
  publisher_company_id: string | null;
  private_key_sealed: string | null;
  added_by: string | null;
  created_at: Generated<Timestamp>;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  revoked_reason: string | null;
}

export interface PlatformUploadLocks {
  upload_id: string;
  holder: string;
  held_until: Timestamp;
  is_wanted: Generated<boolean>;
}

/** Every table and view, under its schema. */
export interface DB {
  'app.api_keys': AppApiKeys;
  'app.audit_backlog': AppAuditBacklog;
  'app.audit_chain': AppAuditChain;
  'app.audit_events': AppAuditEvents;
  'app.audit_heads': AppAuditHeads;
  'app.audit_links': AppAuditLinks;
  'app.bulk_actions': AppBulkActions;
  'app.capture_notes': AppCaptureNotes;
  'app.capture_tags': AppCaptureTags;
  'app.capture_texts': AppCaptureTexts;
  'app.captures': AppCaptures;
  'app.company_days': AppCompanyDays;
  'app.company_ledger': AppCompanyLedger;
  'app.company_settings': AppCompanySettings;
  'app.company_usage': AppCompanyUsage;
  'app.correction_days': AppCorrectionDays;
  'app.current_company_profile': AppCurrentCompanyProfile;
  'app.dashboard_changes': AppDashboardChanges;
  'app.dashboard_days': AppDashboardDays;
  'app.deliveries': AppDeliveries;
  'app.delivery_attempts': AppDeliveryAttempts;
  'app.delivery_recipients': AppDeliveryRecipients;
  'app.delivery_targets': AppDeliveryTargets;
  'app.dismissed_steps': AppDismissedSteps;
  'app.event_streams': AppEventStreams;
  'app.events': AppEvents;
  'app.export_profiles': AppExportProfiles;
  'app.exported_records': AppExportedRecords;
  'app.exports': AppExports;
  'app.former_members': AppFormerMembers;
  'app.idempotency_keys': AppIdempotencyKeys;
  'app.installations': AppInstallations;
  'app.invitations': AppInvitations;
  'app.list_tables': AppListTables;
  'app.member_details': AppMemberDetails;
  'app.members': AppMembers;
  'app.my_companies': AppMyCompanies;
  'app.my_invitations': AppMyInvitations;
  'app.my_notifications': AppMyNotifications;
  'app.notifications': AppNotifications;
  'app.oauth_grants': AppOauthGrants;
  'app.oauth_tokens': AppOauthTokens;
  'app.objects': AppObjects;
  'app.outbox': AppOutbox;
  'app.outbox_floors': AppOutboxFloors;
  'app.platform_companies': AppPlatformCompanies;
  'app.platform_mail_counts': AppPlatformMailCounts;
  'app.platform_mails': AppPlatformMails;
  'app.platform_members': AppPlatformMembers;
  'app.platform_membership_counts': AppPlatformMembershipCounts;
  'app.platform_own_versions': AppPlatformOwnVersions;
  'app.platform_plugin_keepers': AppPlatformPluginKeepers;
  'app.platform_users': AppPlatformUsers;
  'app.plugin_drafts': AppPluginDrafts;
  'app.plugin_fixtures': AppPluginFixtures;
  'app.plugin_requests': AppPluginRequests;
  'app.plugin_runs': AppPluginRuns;
  'app.plugin_submission_fixtures': AppPluginSubmissionFixtures;
  'app.plugin_submissions': AppPluginSubmissions;
  'app.plugin_versions': AppPluginVersions;
  'app.readers_not_run': AppReadersNotRun;
  'app.reading_days': AppReadingDays;
  'app.reading_queue': AppReadingQueue;
  'app.reading_shares': AppReadingShares;
  'app.readings': AppReadings;
  'app.record_edits': AppRecordEdits;
  'app.record_proposals': AppRecordProposals;
  'app.records': AppRecords;
  'app.region_profiles': AppRegionProfiles;
  'app.region_readings': AppRegionReadings;
  'app.reread_days': AppRereadDays;
  'app.reservations': AppReservations;
  'app.review_stretches': AppReviewStretches;
  'app.saved_views': AppSavedViews;
  'app.shadow_comparisons': AppShadowComparisons;
  'app.signing_keys': AppSigningKeys;
  'app.watch_alarms': AppWatchAlarms;
  'app.watch_samples': AppWatchSamples;
  'app.watch_sums': AppWatchSums;
  'app.watches': AppWatches;
  'auth.account': AuthAccount;
  'auth.company': AuthCompany;
  'auth.company_status': AuthCompanyStatus;
  'auth.devices': AuthDevices;
  'auth.installation': AuthInstallation;
  'auth.mails': AuthMails;
  'auth.membership': AuthMembership;
  'auth.oauth_clients': AuthOauthClients;
  'auth.pairings': AuthPairings;
  'auth.passkey': AuthPasskey;
  'auth.rate_limit': AuthRateLimit;
  'auth.sent_links': AuthSentLinks;
  'auth.session': AuthSession;
  'auth.sign_in_attempts': AuthSignInAttempts;
  'auth.two_factor': AuthTwoFactor;
  'auth.user': AuthUser;
  'auth.user_events': AuthUserEvents;
  'auth.verification': AuthVerification;
  'platform.alert_posts': PlatformAlertPosts;
  'platform.alerts': PlatformAlerts;
  'platform.audit_links': PlatformAuditLinks;
  'platform.audit_stream': PlatformAuditStream;
  'platform.audit_streamed': PlatformAuditStreamed;
  'platform.backup_plan': PlatformBackupPlan;
  'platform.backup_runs': PlatformBackupRuns;
  'platform.bulk_changes': PlatformBulkChanges;
  'platform.corrections_counted': PlatformCorrectionsCounted;
  'platform.events': PlatformEvents;
  'platform.ledger': PlatformLedger;
  'platform.legal_texts': PlatformLegalTexts;
  'platform.limits': PlatformLimits;
  'platform.plugin_blocks': PlatformPluginBlocks;
  'platform.plugin_check_results': PlatformPluginCheckResults;
  'platform.plugin_days': PlatformPluginDays;
  'platform.plugin_versions': PlatformPluginVersions;
  'platform.plugins': PlatformPlugins;
  'platform.processes': PlatformProcesses;
  'platform.reading_clock': PlatformReadingClock;
  'platform.reading_workers': PlatformReadingWorkers;
  'platform.state': PlatformState;
  'platform.store_care': PlatformStoreCare;
  'platform.store_erasures': PlatformStoreErasures;
  'platform.support_sessions': PlatformSupportSessions;
  'platform.trusted_keys': PlatformTrustedKeys;
  'platform.upload_locks': PlatformUploadLocks;
}
