// cspell:ignore Betrag
import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type TestCompany,
  type TestDatabase,
  type TestMember,
} from '@readout/database/testing';
import { packPlugin } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRole, Scope } from './actor.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { exportAuditEvents } from './audit/export-audit-events.ts';
import { listAuditChoices } from './audit/list-audit-choices.ts';
import { listAuditEvents } from './audit/list-audit-events.ts';
import { acceptCapture } from './captures/accept-capture.ts';
import { addNote } from './captures/add-note.ts';
import { archiveCaptures } from './captures/archive-captures.ts';
import { assignCaptures } from './captures/assign-captures.ts';
import { beginReading } from './captures/begin-reading.ts';
import { checkDocument } from './captures/check-document.ts';
import { checkIntake } from './captures/check-intake.ts';
import { countWaiting } from './captures/count-waiting.ts';
import { deleteNote } from './captures/delete-note.ts';
import { failReading } from './captures/fail-reading.ts';
import { findDuplicates } from './captures/find-duplicates.ts';
import { getCapture } from './captures/get-capture.ts';
import { getFlattening } from './captures/get-flattening.ts';
import { getStoredFile } from './captures/get-stored-file.ts';
import { listBulkActions } from './captures/list-bulk-actions.ts';
import { listCaptures } from './captures/list-captures.ts';
import { listDeviceReaders } from './captures/list-device-readers.ts';
import { listNotes } from './captures/list-notes.ts';
import { listTags } from './captures/list-tags.ts';
import { nextForReview } from './captures/next-for-review.ts';
import { previewBulkAction } from './captures/preview-bulk-action.ts';
import { rereadCaptures } from './captures/reread-captures.ts';
import { restoreCaptures } from './captures/restore-captures.ts';
import { restoreNote } from './captures/restore-note.ts';
import { retryFailed } from './captures/retry-failed.ts';
import { runBulkAction } from './captures/run-bulk-action.ts';
import { saveReading } from './captures/save-reading.ts';
import { tagCaptures } from './captures/tag-captures.ts';
import { trashCaptures } from './captures/trash-captures.ts';
import { unarchiveCaptures } from './captures/unarchive-captures.ts';
import { undoBulkAction } from './captures/undo-bulk-action.ts';
import { untagCaptures } from './captures/untag-captures.ts';
import { changeMemberRole } from './companies/change-member-role.ts';
import { closeCompany } from './companies/close-company.ts';
import { findMembers } from './companies/find-members.ts';
import { getCompany } from './companies/get-company.ts';
import { getCompanySettings } from './companies/get-company-settings.ts';
import { leaveCompany } from './companies/leave-company.ts';
import { listMembers } from './companies/list-members.ts';
import { makeOwner } from './companies/make-owner.ts';
import { removeMember } from './companies/remove-member.ts';
import { reopenCompany } from './companies/reopen-company.ts';
import { setActingRefused } from './companies/set-acting-refused.ts';
import { setRequireTwoFactor } from './companies/set-require-two-factor.ts';
import { setSupportAccess } from './companies/set-support-access.ts';
import { updateCompanyIdentity } from './companies/update-company-identity.ts';
import { updateCompanyProfile } from './companies/update-company-profile.ts';
import { updateCompanySettings } from './companies/update-company-settings.ts';
import { companyOverview } from './dashboard/company-overview.ts';
import { dismissFirstSteps } from './dashboard/dismiss-first-steps.ts';
import { beginTest } from './deliveries/begin-test.ts';
import { createTarget } from './deliveries/create-target.ts';
import { getDelivery } from './deliveries/get-delivery.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { listOutgoing } from './deliveries/list-outgoing.ts';
import { listRuleChoices } from './deliveries/list-rule-choices.ts';
import { listStoppedTargets } from './deliveries/list-stopped-targets.ts';
import { listTargets } from './deliveries/list-targets.ts';
import { previewRule } from './deliveries/preview-rule.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { replayFailed } from './deliveries/replay-failed.ts';
import { restoreTarget } from './deliveries/restore-target.ts';
import { rotateSecret } from './deliveries/rotate-secret.ts';
import { setTargetRule } from './deliveries/set-target-rule.ts';
import { setTargetState } from './deliveries/set-target-state.ts';
import { skipDelivery } from './deliveries/skip-delivery.ts';
import { trashTarget } from './deliveries/trash-target.ts';
import { updateTarget } from './deliveries/update-target.ts';
import { exportRecords } from './exports/export-records.ts';
import { getExport } from './exports/get-export.ts';
import { listExportOriginals } from './exports/list-export-originals.ts';
import { previewExport } from './exports/preview-export.ts';
import { changeProfile } from './exports/profiles/change-profile.ts';
import { createProfile } from './exports/profiles/create-profile.ts';
import { importProfile } from './exports/profiles/import-profile.ts';
import { listProfileTypes } from './exports/profiles/list-profile-types.ts';
import { listProfiles } from './exports/profiles/list-profiles.ts';
import { toProfileFile } from './exports/profiles/profile-input.ts';
import { restoreProfile } from './exports/profiles/restore-profile.ts';
import type { ProfileSettings } from './exports/profiles/rules.ts';
import { trashProfile } from './exports/profiles/trash-profile.ts';
import { requestExport } from './exports/request-export.ts';
import { plainShape } from './exports/rules.ts';
import { createInvitation } from './invitations/create-invitation.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { reissueInvitation } from './invitations/reissue-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { chooseListTable } from './list-table/choose-list-table.ts';
import { getListTable } from './list-table/get-list-table.ts';
import { allowProgram } from './oauth/allow-program.ts';
import { listGrants } from './oauth/list-grants.ts';
import { listMyGrants } from './oauth/list-my-grants.ts';
import { revokeGrant } from './oauth/revoke-grant.ts';
import { getCompanyForPlatform } from './platform/get-company-for-platform.ts';
import { listCompanies } from './platform/list-companies.ts';
import { listPluginsForPlatform } from './platform/list-plugins-for-platform.ts';
import { listUsers } from './platform/list-users.ts';
import { platformHealth } from './platform/platform-health.ts';
import { refreshCompanyUsage } from './platform/refresh-company-usage.ts';
import { listFailureCausesEverywhere } from './platform/retry-failed-everywhere.ts';
import type { PlatformActor } from './platform-actor.ts';
import { changeInstallation } from './plugins/change-installation.ts';
import { chooseReaders } from './plugins/choose-readers.ts';
import { compareVersions } from './plugins/compare-versions.ts';
import { countPluginNews } from './plugins/count-plugin-news.ts';
import { decidePluginRequest } from './plugins/decide-plugin-request.ts';
import { deprecateCompanyVersion } from './plugins/deprecate-company-version.ts';
import { createDraft } from './plugins/drafts/create-draft.ts';
import { draftFromVersion } from './plugins/drafts/draft-from-version.ts';
import { getDraft } from './plugins/drafts/get-draft.ts';
import { listDrafts } from './plugins/drafts/list-drafts.ts';
import { publishDraft } from './plugins/drafts/publish-draft.ts';
import { restoreDraft } from './plugins/drafts/restore-draft.ts';
import { saveDraft } from './plugins/drafts/save-draft.ts';
import { trashDraft } from './plugins/drafts/trash-draft.ts';
import { endShadow } from './plugins/end-shadow.ts';
import { changeFixture } from './plugins/fixtures/change-fixture.ts';
import { getStudioInput } from './plugins/fixtures/get-studio-input.ts';
import { listFixtures } from './plugins/fixtures/list-fixtures.ts';
import { listStudioCaptures } from './plugins/fixtures/list-studio-captures.ts';
import { listTrashedFixtures } from './plugins/fixtures/list-trashed-fixtures.ts';
import { restoreFixture } from './plugins/fixtures/restore-fixture.ts';
import { saveFixture } from './plugins/fixtures/save-fixture.ts';
import { trashFixture } from './plugins/fixtures/trash-fixture.ts';
import { getPlugin } from './plugins/get-plugin.ts';
import { getPluginReadme } from './plugins/get-plugin-readme.ts';
import { getPluginSample } from './plugins/get-plugin-sample.ts';
import { getShadow } from './plugins/get-shadow.ts';
import { installPlugin } from './plugins/install-plugin.ts';
import { listCatalogue } from './plugins/list-catalogue.ts';
import { listInstallations } from './plugins/list-installations.ts';
import { listPluginNames } from './plugins/list-plugin-names.ts';
import { listPluginRequests } from './plugins/list-plugin-requests.ts';
import { measureCompanyVersion } from './plugins/measure-company-version.ts';
import { previewAutoConfirm } from './plugins/preview-auto-confirm.ts';
import { publishCompanyVersion } from './plugins/publish-company-version.ts';
import { requestPlugin } from './plugins/request-plugin.ts';
import { rollBackInstallation } from './plugins/roll-back-installation.ts';
import { setInstallationSettings } from './plugins/set-installation-settings.ts';
import { startShadow } from './plugins/start-shadow.ts';
import { askForConfirmation } from './plugins/submissions/ask-for-confirmation.ts';
import { beginSubmission } from './plugins/submissions/begin-submission.ts';
import { changeSubmissionFixture } from './plugins/submissions/change-submission-fixture.ts';
import { confirmSubmission } from './plugins/submissions/confirm-submission.ts';
import { declineSubmission } from './plugins/submissions/decline-submission.ts';
import { getSubmission } from './plugins/submissions/get-submission.ts';
import { getSubmissionPicture } from './plugins/submissions/get-submission-picture.ts';
import { listSubmissions } from './plugins/submissions/list-submissions.ts';
import { reopenSubmission } from './plugins/submissions/reopen-submission.ts';
import { submitVersion } from './plugins/submissions/submit-version.ts';
import { withdrawSubmission } from './plugins/submissions/withdraw-submission.ts';
import { beginTemplate } from './plugins/templates/begin-template.ts';
import { changeTemplateExamples } from './plugins/templates/change-template-examples.ts';
import { getTemplateDraft } from './plugins/templates/get-template-draft.ts';
import { listTemplateTrials } from './plugins/templates/list-template-trials.ts';
import { publishTemplate } from './plugins/templates/publish-template.ts';
import { saveTemplateDraft } from './plugins/templates/save-template-draft.ts';
import { tryVersions } from './plugins/try-versions.ts';
import { uninstallPlugin } from './plugins/uninstall-plugin.ts';
import { updateInstallation } from './plugins/update-installation.ts';
import type { ReadingQueue } from './readings/reading-queue.ts';
import { addRecord } from './records/add-record.ts';
import { applyProposal } from './records/apply-proposal.ts';
import { confirmRecord } from './records/confirm-record.ts';
import { dismissProposal } from './records/dismiss-proposal.ts';
import { editField } from './records/edit-field.ts';
import { editFields } from './records/edit-fields.ts';
import { getRecord } from './records/get-record.ts';
import { getRecordHistory } from './records/get-record-history.ts';
import { listRecords } from './records/list-records.ts';
import { readRegion } from './records/read-region.ts';
import { rejectRecord } from './records/reject-record.ts';
import { reopenRecord } from './records/reopen-record.ts';
import { changeRegionProfile } from './region-profiles/change-region-profile.ts';
import { createRegionProfile } from './region-profiles/create-region-profile.ts';
import { getRegionThumbnail } from './region-profiles/get-region-thumbnail.ts';
import { listRegionProfiles } from './region-profiles/list-region-profiles.ts';
import { restoreRegionProfile } from './region-profiles/restore-region-profile.ts';
import { trashRegionProfile } from './region-profiles/trash-region-profile.ts';
import { deleteView } from './saved-views/delete-view.ts';
import { listSavedViews } from './saved-views/list-saved-views.ts';
import { saveView } from './saved-views/save-view.ts';
import {
  addMember,
  capture,
  createJobTable,
  mailer,
  plugins,
  read,
  reading,
  receipt,
  receiptManifest,
  regionProfile,
  scopeOf,
} from './testing/arrange.ts';
import {
  companyKey,
  packageOf,
  packages,
  studioMaker,
  submissionMaker,
  versions,
} from './testing/arrange-plugins.ts';
import { firstLineMark, templateMaker } from './testing/arrange-templates.ts';
import { acknowledgeAlarm } from './watches/acknowledge-alarm.ts';
import { confirmSample } from './watches/confirm-sample.ts';
import { createWatch } from './watches/create-watch.ts';
import { exportSamples } from './watches/export-samples.ts';
import { findWatchPicture } from './watches/find-watch-picture.ts';
import { getWatch } from './watches/get-watch.ts';
import { listAlarms } from './watches/list-alarms.ts';
import { listSamples } from './watches/list-samples.ts';
import { listWatches } from './watches/list-watches.ts';
import { readSeries } from './watches/read-series.ts';
import { rejectSample } from './watches/reject-sample.ts';
import { restoreWatch } from './watches/restore-watch.ts';
import type { WatchSettings } from './watches/rules.ts';
import { saveSamples } from './watches/save-samples.ts';
import { setWatchState } from './watches/set-watch-state.ts';
import { trashWatch } from './watches/trash-watch.ts';
import { updateWatch } from './watches/update-watch.ts';

/** What of one company a use case is pointed at. */
interface Target {
  grantId: string;
  targetId: string;
  trashedTargetId: string;
  deliveryId: string;
  exportId: string;
  profileId: string;
  captureId: string;
  recordId: string;
  confirmedId: string;
  proposalId: string;
  bulkActionId: string;
  viewId: string;
  regionProfileId: string;
  trashedRegionProfileId: string;
  draftId: string;
  trashedDraftId: string;
  /** Of a template, named and with a value; at its second revision. */
  templateDraftId: string;
  fixtureId: string;
  trashedFixtureId: string;
  sha256: string;
  memberId: string;
  /** An operator, besides `memberId`. */
  colleagueId: string;
  companyName: string;
  invitationId: string;
  watchId: string;
  sampleId: string;
  alarmId: string;
  apiKeyId: string;
  /** Of the company's own, installed at its second version. */
  ownPluginId: string;
  /** Of a template: being prepared, waiting with these bytes, declined; each of another plugin. */
  submissionId: string;
  waitingSubmissionId: string;
  waitingSha256: string;
  declinedSubmissionId: string;
  submissionFixtureId: string;
  templatePluginId: string;
  /** Of the company's own, not installed, asked for. */
  sparePluginId: string;
  pluginRequestId: string;
}

type Call = (scope: Scope, target: Target) => Promise<unknown>;

let database: TestDatabase;
let queue: ReadingQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());

const everyone: CompanyRole[] = ['operator', 'reviewer', 'admin', 'owner'];
const reviewers: CompanyRole[] = ['reviewer', 'admin', 'owner'];
const admins: CompanyRole[] = ['admin', 'owner'];
const owners: CompanyRole[] = ['owner'];
/** Instead of the database's own, where nothing is to stay. */
let app: TestDatabase['app'] | undefined;
const deps = () => ({
  db: app ?? database.app,
  auth: database.auth,
  queue,
  plugins,
  mailer,
  processId: null,
  versions,
  packages,
  // Whose it is stands in it.
  vault: {
    seal: (secret: string, owner: string) => `${owner} ${secret}`,
    open: (sealed: string, owner: string) =>
      sealed.startsWith(owner) ? sealed.slice(owner.length + 1) : undefined,
  },
  writeEvent: () => '{}',
});
const submitting = () => ({
  ...deps(),
  submissions: submissionMaker(),
});
const drain = async (chunks: Promise<AsyncIterable<Uint8Array>>) => {
  let text = '';
  for await (const chunk of await chunks) text += new TextDecoder().decode(chunk);
  return text;
};

/** The versions of the arrangement have no bytes: who gets as far as opening them was let in. */
const notAPackage = (error: unknown) => {
  if ((error as { code?: string }).code !== 'package.malformed') throw error;
};

/**
 * Every use case with the roles that may call it. `own`: the lowest of them reach only what they captured.
 * `changes`: a platform admin who acts as somebody may not.
 */
const useCases: Record<string, { roles: CompanyRole[]; changes?: true; call: Call }> = {
  listAuditEvents: { roles: admins, call: (scope) => listAuditEvents(deps(), { scope }) },
  listAuditChoices: { roles: admins, call: (scope) => listAuditChoices(deps(), { scope }) },
  exportAuditEvents: {
    roles: admins,
    call: (scope) => drain(exportAuditEvents(deps(), { scope, filter: {}, format: 'csv' })),
  },
  listTargets: { roles: admins, call: (scope) => listTargets(deps(), { scope }) },
  listDeliveries: { roles: admins, call: (scope) => listDeliveries(deps(), { scope }) },
  listRuleChoices: { roles: admins, call: (scope) => listRuleChoices(deps(), { scope, rule: {} }) },
  listStoppedTargets: { roles: everyone, call: (scope) => listStoppedTargets(deps(), { scope }) },
  previewRule: {
    roles: admins,
    call: (scope, { targetId }) => previewRule(deps(), { scope, targetId, rule: { types: ['receipt'] } }),
  },
  setTargetRule: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => setTargetRule(deps(), { scope, targetId, rule: { types: ['receipt'] } }),
  },
  listOutgoing: {
    roles: everyone,
    call: (scope) => listOutgoing(deps(), { scope, after: 0, types: ['record.confirmed'], limit: 10 }),
  },
  getDelivery: {
    roles: admins,
    call: (scope, { deliveryId }) => getDelivery(deps(), { scope, deliveryId }),
  },
  createTarget: {
    roles: admins,
    changes: true,
    call: (scope) =>
      createTarget(deps(), {
        scope,
        target: { kind: 'webhook', name: '', address: 'https://example.com/', events: ['record.confirmed'] },
      }),
  },
  updateTarget: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) =>
      updateTarget(deps(), {
        scope,
        targetId,
        target: { name: 'Other', address: 'https://example.com/', events: ['record.reopened'] },
      }),
  },
  rotateSecret: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => rotateSecret(deps(), { scope, targetId }),
  },
  setTargetState: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => setTargetState(deps(), { scope, targetId, state: 'paused' }),
  },
  trashTarget: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => trashTarget(deps(), { scope, targetId }),
  },
  restoreTarget: {
    roles: admins,
    changes: true,
    call: (scope, { trashedTargetId }) => restoreTarget(deps(), { scope, targetId: trashedTargetId }),
  },
  beginTest: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => beginTest(deps(), { scope, targetId }),
  },
  replayDelivery: {
    roles: admins,
    changes: true,
    call: (scope, { deliveryId }) => replayDelivery(deps(), { scope, deliveryId }),
  },
  replayFailed: {
    roles: admins,
    changes: true,
    call: (scope, { targetId }) => replayFailed(deps(), { scope, targetId }),
  },
  skipDelivery: {
    roles: admins,
    changes: true,
    call: (scope, { deliveryId }) => skipDelivery(deps(), { scope, deliveryId }),
  },
  acceptCapture: {
    roles: everyone,
    changes: true,
    call: (scope, { sha256 }) =>
      acceptCapture(deps(), {
        scope,
        source: 'api',
        file: { sha256, byteSize: 1, mediaType: 'image/png', fileName: 'x.png', place: async () => {} },
      }),
  },
  checkIntake: {
    roles: everyone,
    changes: true,
    call: (scope) => checkIntake(deps(), { scope }),
  },
  checkDocument: {
    roles: everyone,
    changes: true,
    call: (scope) => checkDocument(deps(), { scope, document: { clientId: randomUUID(), page: 1 } }),
  },
  archiveCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => archiveCaptures(deps(), { scope, ids: [captureId] }),
  },
  unarchiveCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => unarchiveCaptures(deps(), { scope, ids: [captureId] }),
  },
  trashCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => trashCaptures(deps(), { scope, ids: [captureId] }),
  },
  restoreCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => restoreCaptures(deps(), { scope, ids: [captureId] }),
  },
  rereadCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => rereadCaptures(deps(), { scope, ids: [captureId] }),
  },
  retryFailed: {
    roles: reviewers,
    changes: true,
    call: (scope) => retryFailed(deps(), { scope, code: 'image.damaged' }),
  },
  tagCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => tagCaptures(deps(), { scope, ids: [captureId], tag: 'to pay' }),
  },
  untagCaptures: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => untagCaptures(deps(), { scope, ids: [captureId], tag: 'to pay' }),
  },
  listTags: { roles: everyone, call: (scope) => listTags(deps(), { scope }) },
  listNotes: { roles: everyone, call: (scope, { captureId }) => listNotes(deps(), { scope, captureId }) },
  addNote: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) => addNote(deps(), { scope, captureId, text: 'Call them' }),
  },
  deleteNote: {
    roles: everyone,
    changes: true,
    call: async (scope, { captureId }) => {
      const notes = await addNote(deps(), { scope, captureId, text: 'Call them' });
      return deleteNote(deps(), { scope, captureId, noteId: notes.at(-1)!.id });
    },
  },
  restoreNote: {
    roles: everyone,
    changes: true,
    call: async (scope, { captureId }) => {
      const noteId = (await addNote(deps(), { scope, captureId, text: 'Call them' })).at(-1)!.id;
      await deleteNote(deps(), { scope, captureId, noteId });
      return restoreNote(deps(), { scope, captureId, noteId });
    },
  },
  assignCaptures: {
    roles: reviewers,
    changes: true,
    call: (scope, { captureId }) =>
      assignCaptures(deps(), { scope, ids: [captureId], userId: scope.actor.userId }),
  },
  exportRecords: {
    roles: reviewers,
    call: (scope) =>
      drain(exportRecords(deps(), { scope, filter: { place: 'all' }, format: 'json', shape: plainShape })),
  },
  requestExport: {
    roles: reviewers,
    call: (scope) =>
      requestExport(deps(), { scope, filter: { place: 'all' }, format: 'json', shape: plainShape }),
  },
  previewExport: { roles: reviewers, call: (scope) => previewExport(deps(), { scope, filter: {} }) },
  listExportOriginals: {
    roles: reviewers,
    call: (scope, { exportId }) =>
      listExportOriginals(deps(), { scope, exportId }).catch((error) => {
        // It was not made with a profile.
        if (error.code !== 'export.no_originals') throw error;
      }),
  },
  listProfiles: { roles: reviewers, call: (scope) => listProfiles(deps(), { scope }) },
  listProfileTypes: { roles: reviewers, call: (scope) => listProfileTypes(deps(), { scope }) },
  createProfile: {
    roles: admins,
    changes: true,
    call: (scope) => createProfile(deps(), { scope, profile: { ...exportProfile, name: randomUUID() } }),
  },
  importProfile: {
    roles: admins,
    changes: true,
    call: (scope) => {
      const { name: _, ...settings } = exportProfile;
      return importProfile(deps(), { scope, file: toProfileFile(randomUUID(), settings) });
    },
  },
  changeProfile: {
    roles: admins,
    changes: true,
    call: (scope, { profileId }) =>
      changeProfile(deps(), { scope, profileId, revision: 1, profile: { ...exportProfile, name: 'Books' } }),
  },
  trashProfile: {
    roles: admins,
    changes: true,
    call: (scope, { profileId }) => trashProfile(deps(), { scope, profileId }),
  },
  restoreProfile: {
    roles: admins,
    changes: true,
    call: (scope, { profileId }) => restoreProfile(deps(), { scope, profileId }),
  },
  getExport: { roles: reviewers, call: (scope, { exportId }) => getExport(deps(), { scope, exportId }) },
  findDuplicates: { roles: everyone, call: (scope, { sha256 }) => findDuplicates(deps(), { scope, sha256 }) },
  getCapture: { roles: everyone, call: (scope, { captureId }) => getCapture(deps(), { scope, captureId }) },
  getStoredFile: {
    roles: everyone,
    call: (scope, { captureId }) => getStoredFile(deps(), { scope, captureId }),
  },
  getFlattening: {
    roles: everyone,
    call: (scope, { captureId }) =>
      getFlattening(deps(), { scope, captureId }).catch((error) => {
        // The picture of the arrangement shows no sheet.
        if (error.code !== 'capture.no_document') throw error;
      }),
  },
  listCaptures: {
    roles: everyone,
    call: (scope) => listCaptures(deps(), { scope, filter: { place: 'all' } }),
  },
  countWaiting: { roles: everyone, call: (scope) => countWaiting(deps(), { scope }) },
  listBulkActions: { roles: reviewers, call: (scope) => listBulkActions(deps(), { scope }) },
  previewBulkAction: {
    roles: reviewers,
    changes: true,
    call: (scope, { captureId }) => previewBulkAction(deps(), { scope, action: 'archive', ids: [captureId] }),
  },
  runBulkAction: {
    roles: reviewers,
    changes: true,
    call: (scope, { captureId }) => runBulkAction(deps(), { scope, action: 'archive', ids: [captureId] }),
  },
  undoBulkAction: {
    roles: reviewers,
    changes: true,
    call: (scope, { bulkActionId }) => undoBulkAction(deps(), { scope, bulkActionId }),
  },
  companyOverview: {
    roles: everyone,
    call: (scope) => companyOverview(deps(), { scope, days: 7, timeZone: 'Europe/Berlin' }),
  },
  listDeviceReaders: {
    roles: everyone,
    call: (scope) => listDeviceReaders(deps(), { scope }),
  },
  listCatalogue: { roles: everyone, call: (scope) => listCatalogue(deps(), { scope }) },
  listPluginNames: { roles: everyone, call: (scope) => listPluginNames(deps(), { scope }) },
  getPlugin: {
    roles: everyone,
    call: (scope, { ownPluginId }) => getPlugin(deps(), { scope, pluginId: ownPluginId }),
  },
  compareVersions: {
    roles: admins,
    call: (scope, { ownPluginId: pluginId }) => {
      const ref = { source: 'company' as const, pluginId, version: '1.0.0' };
      return compareVersions(
        { ...deps(), trials: { codeChanges: async () => ({ hunks: [], isCut: false }) } },
        { scope, from: ref, to: ref },
      );
    },
  },
  tryVersions: {
    roles: admins,
    call: (scope, { ownPluginId: pluginId }) => {
      const ref = { source: 'company' as const, pluginId, version: '1.0.0' };
      return tryVersions({ ...deps(), trials: { run: async () => [] } }, { scope, from: ref, to: ref });
    },
  },
  getPluginSample: {
    roles: everyone,
    call: (scope, { ownPluginId: pluginId }) =>
      getPluginSample(
        { ...deps(), readSample: async () => null },
        { scope, ref: { source: 'company', pluginId, version: '1.0.0' } },
      ),
  },
  beginSubmission: {
    roles: reviewers,
    changes: true,
    call: (scope, { templatePluginId: pluginId }) =>
      beginSubmission(submitting(), { scope, pluginId, version: '1.0.0' }),
  },
  listSubmissions: {
    roles: reviewers,
    call: (scope, { templatePluginId: pluginId }) => listSubmissions(deps(), { scope, pluginId }),
  },
  getSubmission: {
    roles: reviewers,
    call: (scope, { submissionId }) => getSubmission(submitting(), { scope, submissionId }),
  },
  getSubmissionPicture: {
    roles: reviewers,
    call: (scope, { submissionId, submissionFixtureId: fixtureId }) =>
      getSubmissionPicture(submitting(), { scope, submissionId, fixtureId, which: 'leaving' }),
  },
  changeSubmissionFixture: {
    roles: reviewers,
    changes: true,
    call: (scope, { submissionId, submissionFixtureId: fixtureId }) => {
      const change = { name: 'Changed', leaves: 'reading' };
      return changeSubmissionFixture(submitting(), {
        scope,
        submissionId,
        fixtureId,
        revision: 1,
        change,
      });
    },
  },
  askForConfirmation: {
    roles: reviewers,
    changes: true,
    call: (scope, { submissionId }) =>
      askForConfirmation(submitting(), { scope, submissionId, revision: 1, notes: '' }),
  },
  confirmSubmission: {
    roles: admins,
    changes: true,
    call: (scope, { waitingSubmissionId: submissionId, waitingSha256: sha256 }) =>
      confirmSubmission(submitting(), { scope, submissionId, sha256 }),
  },
  declineSubmission: {
    roles: admins,
    changes: true,
    call: (scope, { waitingSubmissionId: submissionId }) =>
      declineSubmission(deps(), { scope, submissionId, note: 'No' }),
  },
  reopenSubmission: {
    roles: reviewers,
    changes: true,
    call: (scope, { declinedSubmissionId: submissionId }) =>
      reopenSubmission(deps(), { scope, submissionId, revision: 1 }),
  },
  withdrawSubmission: {
    roles: reviewers,
    changes: true,
    call: (scope, { waitingSubmissionId: submissionId }) =>
      withdrawSubmission(deps(), { scope, submissionId, revision: 1 }),
  },
  submitVersion: {
    roles: admins,
    changes: true,
    call: async (scope) => {
      const key = await companyKey(database, scope);
      const manifest = { ...receiptManifest, id: `p${randomUUID().replaceAll('-', '')}` };
      return submitVersion(deps(), {
        scope,
        package: await packageOf(manifest, key),
        notes: '',
        privateResults: null,
      });
    },
  },
  getPluginReadme: {
    roles: everyone,
    call: (scope, { ownPluginId: pluginId }) =>
      getPluginReadme(
        { ...deps(), readmes: { kept: () => '', read: async () => '' } },
        { scope, ref: { source: 'company', pluginId, version: '1.0.0' } },
      ),
  },
  countPluginNews: { roles: admins, call: (scope) => countPluginNews(deps(), { scope }) },
  installPlugin: {
    roles: admins,
    changes: true,
    call: (scope, { sparePluginId: pluginId }) =>
      installPlugin(deps(), { scope, ref: { source: 'company', pluginId, version: '1.0.0' } }),
  },
  uninstallPlugin: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) => uninstallPlugin(deps(), { scope, pluginId: ownPluginId, revision: 1 }),
  },
  updateInstallation: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) =>
      updateInstallation(deps(), {
        scope,
        pluginId: ownPluginId,
        revision: 1,
        to: { source: 'company', version: '1.0.0' },
      }),
  },
  startShadow: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) =>
      startShadow(deps(), {
        scope,
        pluginId: ownPluginId,
        revision: 1,
        to: { source: 'company', version: '1.0.0' },
      }),
  },
  endShadow: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) => endShadow(deps(), { scope, pluginId: ownPluginId, revision: 1 }),
  },
  getShadow: {
    roles: admins,
    call: (scope, { ownPluginId }) => getShadow(deps(), { scope, pluginId: ownPluginId }),
  },
  rollBackInstallation: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) =>
      rollBackInstallation(deps(), { scope, pluginId: ownPluginId, revision: 1 }),
  },
  setInstallationSettings: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId }) =>
      setInstallationSettings(deps(), { scope, pluginId: ownPluginId, revision: 1, values: {} }),
  },
  requestPlugin: {
    roles: everyone,
    changes: true,
    call: (scope, { sparePluginId }) =>
      requestPlugin(deps(), { scope, pluginId: sparePluginId, note: 'Please' }).catch((error) => {
        // Asked for in the arrangement.
        if (error.code !== 'plugin.request_open') throw error;
      }),
  },
  listPluginRequests: { roles: everyone, call: (scope) => listPluginRequests(deps(), { scope }) },
  decidePluginRequest: {
    roles: admins,
    changes: true,
    call: (scope, { pluginRequestId }) =>
      decidePluginRequest(deps(), { scope, requestId: pluginRequestId, decision: 'declined', note: 'No' }),
  },
  publishCompanyVersion: {
    roles: admins,
    changes: true,
    call: async (scope) => {
      const id = `made${randomUUID().replaceAll('-', '')}`;
      const file = await packageOf({ ...receiptManifest, id }, await companyKey(database, scope));
      await publishCompanyVersion(deps(), { scope, package: file, madeBy: 'studio', use: true });
    },
  },
  deprecateCompanyVersion: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId: pluginId }) =>
      deprecateCompanyVersion(deps(), { scope, pluginId, version: '1.0.0', isDeprecated: true }),
  },
  listApiKeys: { roles: admins, call: (scope) => listApiKeys(deps(), { scope }) },
  createApiKey: {
    roles: admins,
    changes: true,
    call: (scope) => createApiKey(deps(), { scope, apiKey: { ...newApiKey, name: 'Build server' } }),
  },
  revokeApiKey: {
    roles: admins,
    changes: true,
    call: (scope, { apiKeyId }) => revokeApiKey(deps(), { scope, apiKeyId }),
  },
  listGrants: { roles: admins, call: (scope) => listGrants(deps(), { scope }) },
  listMyGrants: { roles: everyone, call: (scope) => listMyGrants(deps(), { scope }) },
  allowProgram: { roles: everyone, changes: true, call: (scope) => allow(scope) },
  revokeGrant: {
    roles: admins,
    changes: true,
    call: (scope, { grantId }) => revokeGrant(deps(), { scope, grantId }),
  },
  listDrafts: { roles: admins, call: (scope) => listDrafts(deps(), { scope }) },
  getDraft: { roles: admins, call: (scope, { draftId }) => getDraft(deps(), { scope, draftId }) },
  createDraft: {
    roles: admins,
    changes: true,
    call: (scope) =>
      createDraft(deps(), { scope, pluginId: `p${randomUUID().replaceAll('-', '')}`, content: {} }),
  },
  draftFromVersion: {
    roles: admins,
    changes: true,
    call: (scope, { ownPluginId: pluginId }) =>
      draftFromVersion(deps(), { scope, ref: { source: 'company', pluginId, version: '1.0.0' } }).catch(
        notAPackage,
      ),
  },
  measureCompanyVersion: {
    roles: reviewers,
    changes: true,
    call: (scope, { ownPluginId: pluginId }) =>
      measureCompanyVersion(
        { ...deps(), accuracy: { measure: async () => null } },
        { scope, pluginId, version: '1.0.0' },
      ).catch(notAPackage),
  },
  saveDraft: {
    roles: admins,
    changes: true,
    call: (scope, { draftId }) =>
      saveDraft(deps(), { scope, draftId, revision: 1, content: { source: '// changed' } }),
  },
  publishDraft: {
    roles: admins,
    changes: true,
    call: (scope, { draftId }) =>
      publishDraft({ ...deps(), studio: studioMaker() }, { scope, draftId, revision: 1, notes: '' }),
  },
  trashDraft: {
    roles: admins,
    changes: true,
    call: (scope, { draftId }) => trashDraft(deps(), { scope, draftId }),
  },
  restoreDraft: {
    roles: admins,
    changes: true,
    call: (scope, { trashedDraftId }) => restoreDraft(deps(), { scope, draftId: trashedDraftId }),
  },
  beginTemplate: {
    roles: reviewers,
    changes: true,
    call: (scope, { captureId }) => beginTemplate(deps(), { scope, captureId }),
  },
  getTemplateDraft: {
    roles: reviewers,
    call: (scope, { templateDraftId: draftId }) => getTemplateDraft(deps(), { scope, draftId }),
  },
  saveTemplateDraft: {
    roles: reviewers,
    changes: true,
    call: (scope, { templateDraftId: draftId }) =>
      saveTemplateDraft(
        { ...deps(), templates: templateMaker() },
        { scope, draftId, revision: 2, name: 'SECRET template', marks: [firstLineMark] },
      ),
  },
  changeTemplateExamples: {
    roles: reviewers,
    changes: true,
    call: (scope, { templateDraftId: draftId, captureId }) =>
      changeTemplateExamples(deps(), { scope, draftId, revision: 2, captureId, isExample: true }),
  },
  listTemplateTrials: { roles: reviewers, call: (scope) => listTemplateTrials(deps(), { scope }) },
  publishTemplate: {
    roles: reviewers,
    changes: true,
    call: (scope, { templateDraftId: draftId }) =>
      publishTemplate({ ...deps(), templates: templateMaker() }, { scope, draftId, revision: 2 }),
  },
  listStudioCaptures: { roles: admins, call: (scope) => listStudioCaptures(deps(), { scope }) },
  getStudioInput: {
    roles: admins,
    call: (scope, { captureId }) => getStudioInput(deps(), { scope, captureId }),
  },
  listFixtures: {
    roles: admins,
    call: (scope) => listFixtures(deps(), { scope, pluginId: 'secret-pass' }),
  },
  listTrashedFixtures: {
    roles: admins,
    call: (scope) => listTrashedFixtures(deps(), { scope, pluginId: 'secret-pass' }),
  },
  saveFixture: {
    roles: admins,
    changes: true,
    call: (scope, { draftId, captureId }) =>
      saveFixture(deps(), {
        scope,
        draftId,
        fixture: { name: randomUUID(), captureId, settings: {}, expected: [] },
      }),
  },
  changeFixture: {
    roles: admins,
    changes: true,
    call: (scope, { fixtureId }) =>
      changeFixture(deps(), { scope, fixtureId, change: { name: randomUUID() } }),
  },
  trashFixture: {
    roles: admins,
    changes: true,
    call: (scope, { fixtureId }) => trashFixture(deps(), { scope, fixtureId }),
  },
  restoreFixture: {
    roles: admins,
    changes: true,
    call: (scope, { trashedFixtureId }) => restoreFixture(deps(), { scope, fixtureId: trashedFixtureId }),
  },
  listInstallations: { roles: everyone, call: (scope) => listInstallations(deps(), { scope }) },
  changeInstallation: {
    roles: admins,
    changes: true,
    call: (scope) =>
      changeInstallation(deps(), {
        scope,
        pluginId: 'receipt',
        revision: 0,
        change: { enabled: true },
      }).catch((error) => {
        // Switched on by the role before.
        if (error.code !== 'plugin.changed_meanwhile') throw error;
      }),
  },
  chooseReaders: {
    roles: admins,
    changes: true,
    call: (scope) => chooseReaders(deps(), { scope, kinds: ['papers'] }),
  },
  previewAutoConfirm: {
    roles: admins,
    call: (scope) => previewAutoConfirm(deps(), { scope, pluginId: 'receipt' }),
  },
  dismissFirstSteps: {
    roles: everyone,
    changes: true,
    call: (scope) => dismissFirstSteps(deps(), { scope }),
  },
  applyProposal: {
    roles: everyone,
    changes: true,
    call: (scope, { proposalId }) => applyProposal(deps(), { scope, proposalId }),
  },
  dismissProposal: {
    roles: everyone,
    changes: true,
    call: (scope, { proposalId }) => dismissProposal(deps(), { scope, proposalId }),
  },
  readRegion: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) =>
      readRegion(
        {
          ...deps(),
          regions: { read: async () => ({ ...reading(['12.25']), enlarged: 2 }) },
        },
        { scope, captureId, region: { x: 0, y: 0, width: 10, height: 10 } },
      ),
  },
  addRecord: {
    roles: everyone,
    changes: true,
    call: (scope, { captureId }) =>
      addRecord(deps(), { scope, captureId, as: { type: 'receipt' }, values: { total: '1.00' } }),
  },
  confirmRecord: {
    roles: everyone,
    changes: true,
    call: (scope, { recordId }) => confirmRecord(deps(), { scope, recordId, revision: 1 }),
  },
  editField: {
    roles: everyone,
    changes: true,
    call: (scope, { recordId }) =>
      editField(deps(), { scope, recordId, revision: 1, field: 'total', value: '1.00' }),
  },
  editFields: {
    roles: everyone,
    changes: true,
    call: (scope, { recordId }) =>
      editFields(deps(), { scope, recordId, revision: 1, values: { total: '1.00' } }),
  },
  getRecord: { roles: everyone, call: (scope, { recordId }) => getRecord(deps(), { scope, recordId }) },
  listRecords: { roles: everyone, call: (scope) => listRecords(deps(), { scope, filter: {}, limit: 200 }) },
  getRecordHistory: {
    roles: everyone,
    call: (scope, { recordId }) => getRecordHistory(deps(), { scope, recordId }),
  },
  nextForReview: {
    roles: everyone,
    call: (scope, { captureId }) =>
      nextForReview(deps(), { scope, afterCaptureId: captureId, filter: { place: 'all' } }),
  },
  rejectRecord: {
    roles: reviewers,
    changes: true,
    call: (scope, { recordId }) => rejectRecord(deps(), { scope, recordId, revision: 1, reason: 'blurred' }),
  },
  reopenRecord: {
    roles: reviewers,
    changes: true,
    call: (scope, { confirmedId }) => reopenRecord(deps(), { scope, recordId: confirmedId, revision: 2 }),
  },
  deleteView: {
    roles: everyone,
    changes: true,
    call: (scope, { viewId }) => deleteView(deps(), { scope, viewId }),
  },
  listRegionProfiles: { roles: everyone, call: (scope) => listRegionProfiles(deps(), { scope }) },
  getRegionThumbnail: {
    roles: everyone,
    call: (scope, { regionProfileId }) => getRegionThumbnail(deps(), { scope, profileId: regionProfileId }),
  },
  createRegionProfile: {
    roles: reviewers,
    changes: true,
    call: (scope) => createRegionProfile(deps(), { scope, profile: regionProfile(randomUUID()) }),
  },
  changeRegionProfile: {
    roles: reviewers,
    changes: true,
    call: (scope, { regionProfileId }) =>
      changeRegionProfile(deps(), {
        scope,
        profileId: regionProfileId,
        revision: 1,
        change: { reads: { kind: 'text' } },
      }),
  },
  trashRegionProfile: {
    roles: reviewers,
    changes: true,
    call: (scope, { regionProfileId }) => trashRegionProfile(deps(), { scope, profileId: regionProfileId }),
  },
  restoreRegionProfile: {
    roles: reviewers,
    changes: true,
    call: (scope, { trashedRegionProfileId }) =>
      restoreRegionProfile(deps(), { scope, profileId: trashedRegionProfileId }),
  },
  getCompanySettings: { roles: everyone, call: (scope) => getCompanySettings(deps(), { scope }) },
  updateCompanySettings: {
    roles: ['owner'],
    changes: true,
    call: (scope) =>
      updateCompanySettings(deps(), {
        scope,
        settings: {
          languages: ['fr'],
          locale: 'fr-FR',
          operatorsMayConfirm: false,
          keepLocation: true,
          secondPersonAbove: null,
        },
        revision: 1,
      }),
  },
  updateCompanyIdentity: {
    roles: ['owner'],
    changes: true,
    call: (scope) =>
      updateCompanyIdentity(deps(), {
        scope,
        identity: { otherNames: ['Harbour'], address: '', taxIds: ['DE123456788'], ibans: [] },
        revision: 1,
      }),
  },
  updateCompanyProfile: {
    roles: owners,
    changes: true,
    call: (scope) => updateCompanyProfile(deps(), { scope, name: 'Renamed', revision: 1 }),
  },
  getCompany: { roles: everyone, call: (scope) => getCompany(deps(), { scope }) },
  findMembers: { roles: everyone, call: (scope) => findMembers(deps(), { scope }) },
  changeMemberRole: {
    roles: admins,
    changes: true,
    call: async (scope, { colleagueId }) => {
      await changeMemberRole(deps(), { scope, userId: colleagueId, role: 'reviewer' });
      await changeMemberRole(deps(), { scope, userId: colleagueId, role: 'operator' });
    },
  },
  makeOwner: {
    roles: owners,
    changes: true,
    call: (scope, { colleagueId, companyName }) =>
      makeOwner(deps(), { scope, userId: colleagueId, confirmation: companyName }),
  },
  removeMember: {
    roles: admins,
    changes: true,
    call: (scope, { colleagueId }) => removeMember(deps(), { scope, userId: colleagueId }),
  },
  leaveCompany: { roles: everyone, changes: true, call: (scope) => leaveCompany(deps(), { scope }) },
  setRequireTwoFactor: {
    roles: admins,
    changes: true,
    call: async (scope) => {
      await database.asOwner((client) =>
        client.query('update auth."user" set two_factor_enabled = true where id = $1', [scope.actor.userId]),
      );
      await setRequireTwoFactor(deps(), { scope, required: true });
    },
  },
  setSupportAccess: {
    roles: owners,
    changes: true,
    call: (scope) => setSupportAccess(deps(), { scope, access: { scope: 'manage', hours: 1 } }),
  },
  setActingRefused: {
    roles: owners,
    changes: true,
    call: (scope) => setActingRefused(deps(), { scope, refused: true }),
  },
  closeCompany: {
    roles: owners,
    changes: true,
    call: (scope, { companyName }) => closeCompany(deps(), { scope, confirmation: companyName }),
  },
  reopenCompany: { roles: owners, changes: true, call: (scope) => reopenCompany(deps(), { scope }) },
  createInvitation: {
    roles: admins,
    changes: true,
    call: (scope) =>
      createInvitation(deps(), { scope, by: 'link', email: `${randomUUID()}@example.com`, role: 'operator' }),
  },
  listInvitations: { roles: admins, call: (scope) => listInvitations(deps(), { scope }) },
  reissueInvitation: {
    roles: admins,
    changes: true,
    call: (scope, { invitationId }) => reissueInvitation(deps(), { scope, invitationId, by: 'link' }),
  },
  revokeInvitation: {
    roles: admins,
    changes: true,
    call: (scope, { invitationId }) => revokeInvitation(deps(), { scope, invitationId }),
  },
  listMembers: { roles: everyone, call: (scope) => listMembers(deps(), { scope }) },
  getListTable: { roles: everyone, call: (scope) => getListTable(deps(), { scope }) },
  chooseListTable: {
    roles: everyone,
    changes: true,
    call: (scope) =>
      chooseListTable(deps(), { scope, isShown: true, columns: { invoice: ['total', '@state'] } }),
  },
  listSavedViews: { roles: everyone, call: (scope) => listSavedViews(deps(), { scope }) },
  saveView: {
    roles: everyone,
    changes: true,
    call: (scope) => saveView(deps(), { scope, name: 'Mine', query: 'state=failed' }),
  },
  createWatch: {
    roles: reviewers,
    changes: true,
    call: (scope) => createWatch(deps(), { scope, settings: watchSettings('Mine') }),
  },
  updateWatch: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId }) =>
      updateWatch(deps(), { scope, watchId, revision: 1, settings: watchSettings('Renamed') }),
  },
  setWatchState: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId }) => setWatchState(deps(), { scope, watchId, state: 'paused' }),
  },
  trashWatch: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId }) => trashWatch(deps(), { scope, watchId }),
  },
  restoreWatch: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId }) => restoreWatch(deps(), { scope, watchId }),
  },
  saveSamples: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId }) => saveSamples(deps(), { scope, watchId, batch: watchBatch(randomUUID()) }),
  },
  confirmSample: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId, sampleId }) => confirmSample(deps(), { scope, watchId, sampleId }),
  },
  rejectSample: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId, sampleId }) => rejectSample(deps(), { scope, watchId, sampleId }),
  },
  acknowledgeAlarm: {
    roles: reviewers,
    changes: true,
    call: (scope, { watchId, alarmId }) => acknowledgeAlarm(deps(), { scope, watchId, alarmId }),
  },
  listWatches: { roles: reviewers, call: (scope) => listWatches(deps(), { scope }) },
  getWatch: { roles: reviewers, call: (scope, { watchId }) => getWatch(deps(), { scope, watchId }) },
  listSamples: { roles: reviewers, call: (scope, { watchId }) => listSamples(deps(), { scope, watchId }) },
  listAlarms: { roles: reviewers, call: (scope, { watchId }) => listAlarms(deps(), { scope, watchId }) },
  readSeries: {
    roles: reviewers,
    call: (scope, { watchId }) =>
      readSeries(deps(), { scope, watchId, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
  },
  exportSamples: {
    roles: reviewers,
    call: async (scope, { watchId }) =>
      drain(exportSamples(deps(), { scope, watchId }).then(({ chunks }) => chunks)),
  },
  findWatchPicture: {
    roles: reviewers,
    call: (scope, { watchId, sampleId }) =>
      findWatchPicture(deps(), { scope, watchId, of: 'sample', id: sampleId }),
  },
};

/** Take a scope to hand it on; their callers are above. */
const notUseCases = ['changeRecord'];

test('every use case of the tenants is in the table of this test', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const found = globSync(
    '{api-keys,audit,captures,companies,dashboard,deliveries,exports,exports/profiles,invitations,list-table,oauth,plugins,plugins/*,records,region-profiles,saved-views,watches}/*.ts',
    {
      cwd: folder,
      exclude: ['**/*.test.ts'],
    },
  ).flatMap((file) => {
    const name = file
      .split('/')
      .at(-1)!
      .replace('.ts', '')
      .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const source = readFileSync(folder + file, 'utf8');
    const signature = new RegExp(`export async function ${name}\\(([\\s\\S]*?)\\n?\\): `).exec(source)?.[1];
    return signature?.includes('scope: Scope') && signature.includes('{ db') ? [name] : [];
  });
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !(name in useCases) && !notUseCases.includes(name))).toEqual([]);
  expect(Object.keys(useCases).filter((name) => !found.includes(name))).toEqual([]);
});

async function arrangeTarget(company: TestCompany, by: TestMember): Promise<Target> {
  const scope = scopeOf(company);
  const mine = scopeOf(company, by);
  const arranged = { database, queue };
  const { captureId, sha256 } = await capture(arranged, mine, { text: ['SECRET OF A'] });
  const recordId = (await getCapture(deps(), { scope, captureId })).records[0]!.id;
  const other = await capture(arranged, mine);
  const confirmedId = (await getCapture(deps(), { scope, captureId: other.captureId })).records[0]!.id;
  await confirmRecord(deps(), { scope, recordId: confirmedId, revision: 1 });
  const reread = await capture(arranged, mine);
  const edited = (await getCapture(deps(), { scope, captureId: reread.captureId })).records[0]!;
  await editField(deps(), { scope, recordId: edited.id, revision: 1, field: 'total', value: '9.99' });
  await rereadCaptures(deps(), { scope, ids: [reread.captureId] });
  await read(arranged, company.companyId, reread.captureId, {
    records: [receipt({ merchant: 'NEW', total: '1.00' })],
  });
  const proposalId = (await getCapture(deps(), { scope, captureId: reread.captureId })).proposal!.id;
  const bulk = await capture(arranged, mine);
  const { bulkActionId } = await runBulkAction(deps(), {
    scope: by.role === 'operator' ? scope : mine,
    action: 'archive',
    ids: [bulk.captureId],
  });
  const { id: viewId } = await saveView(deps(), { scope: mine, name: 'Theirs', query: 'q=secret' });
  const profiles = await Promise.all(
    ['Scale', 'Trashed scale'].map((name) =>
      createRegionProfile(deps(), { scope, profile: regionProfile(`${name} ${randomUUID()}`) }),
    ),
  );
  const [regionProfileId, trashedRegionProfileId] = profiles.map((profile) => profile.id);
  await trashRegionProfile(deps(), { scope, profileId: trashedRegionProfileId! });
  return {
    captureId,
    recordId,
    confirmedId,
    proposalId,
    bulkActionId: bulkActionId!,
    viewId,
    regionProfileId: regionProfileId!,
    trashedRegionProfileId: trashedRegionProfileId!,
    sha256,
    memberId: by.userId,
    ...(await arrangePeople(company, scope)),
    ...(await arrangeWatch(scope)),
    ...(await arrangeStudio(scope, captureId)),
    exportId: await arrangeExport(scope),
    profileId: (await createProfile(deps(), { scope, profile: { ...exportProfile, name: 'SECRET OF A' } }))
      .id,
    ...(await arrangeDelivery(scope)),
    apiKeyId: (await createApiKey(deps(), { scope: scopeOf(company), apiKey: newApiKey })).id,
    grantId: await arrangeGrant(company),
    ...(await arrangePlugins(company, by)),
    ...(await arrangeSubmissions(company, by)),
  };
}

/** A webhook, another in the trash, and a delivery that failed. */
async function arrangeDelivery(scope: Scope) {
  const owner = { ...scope, actor: { ...scope.actor, role: 'owner' as const } };
  const add = (name: string) =>
    createTarget(deps(), {
      scope: owner,
      target: {
        kind: 'webhook',
        name,
        address: 'https://example.com/secret',
        events: ['watch.alarm'],
      },
    });
  const [{ id: targetId }, { id: trashedTargetId }] = [await add('Theirs'), await add('Trashed')];
  await trashTarget(deps(), { scope: owner, targetId: trashedTargetId });
  const deliveryId = await database.asOwner(async (client) => {
    const { rows } = await client.query(
      `insert into app.deliveries (company_id, target_id, sequence, subject_id, state)
       select company_id, $2, sequence, subject_id, 'failed' from app.outbox where company_id = $1 order by sequence limit 1
       returning id`,
      [scope.companyId, targetId],
    );
    return rows[0].id as string;
  });
  return { targetId, trashedTargetId, deliveryId };
}

const exportProfile = {
  name: 'Books',
  type: 'receipt',
  format: 'csv',
  language: 'de',
  items: 'none',
  columns: [{ source: 'total', title: 'Betrag' }],
  originals: null,
  datev: null,
} as const satisfies ProfileSettings & { name: string };

const arrangeExport = async (scope: Scope): Promise<string> =>
  (await requestExport(deps(), { scope, filter: { q: 'SECRET' }, format: 'csv', shape: plainShape })).id;

/** Two drafts and two fixtures, one of each in the trash; the capture gets the size its picture would have. */
async function arrangeStudio(scope: Scope, captureId: string) {
  await database.asOwner((client) =>
    client.query('update app.captures set width = 100, height = 200 where id = $1', [captureId]),
  );
  const make = async (pluginId: string) => {
    const { id: draftId } = await createDraft(deps(), {
      scope,
      pluginId,
      content: { source: '// SECRET program', manifestText: '{"name":"SECRET pass"}' },
    });
    const fixture = { name: `SECRET ${randomUUID()}`, captureId, settings: {}, expected: [] };
    const { id: fixtureId } = await saveFixture(deps(), { scope, draftId, fixture });
    return { draftId, fixtureId };
  };
  const kept = await make('secret-pass');
  const trashed = await make(`secret${randomUUID().replaceAll('-', '')}`);
  await trashFixture(deps(), { scope, fixtureId: trashed.fixtureId });
  await trashDraft(deps(), { scope, draftId: trashed.draftId });
  const { draftId: templateDraftId } = await beginTemplate(deps(), { scope, captureId });
  await saveTemplateDraft(
    { ...deps(), templates: templateMaker() },
    { scope, draftId: templateDraftId, revision: 1, name: 'SECRET template', marks: [firstLineMark] },
  );
  return { ...kept, templateDraftId, trashedDraftId: trashed.draftId, trashedFixtureId: trashed.fixtureId };
}

/** Templates' versions, submitted so far as each name says. */
async function arrangeSubmissions({ companyId }: TestCompany, by: TestMember) {
  const insert = async (state: string) => {
    const pluginId = `template${randomUUID().replaceAll('-', '')}`;
    const manifest = { ...receiptManifest, id: pluginId, name: 'PRIVATE template' };
    const payload = packPlugin({ manifest, source: 'x', readme: '', fixtures: [] });
    const sha256 = createHash('sha256').update(payload).digest('hex');
    return database.asOwner(async (client) => {
      await client.query(
        `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by)
         values ($1, $2, '1.0.0', $3, '', $4, 'template', $5)`,
        [companyId, pluginId, JSON.stringify(manifest), sha256, by.userId],
      );
      if (!state) return { pluginId, id: '', sha256 };
      const { rows } = await client.query(
        `insert into app.plugin_submissions (company_id, plugin_id, version, state, payload, payload_sha256, prepared_by, notes)
         values ($1, $2, '1.0.0', $3, $4, $5, $6, 'SECRET notes') returning id`,
        [
          companyId,
          pluginId,
          state,
          ...(state === 'waiting' ? [Buffer.from(payload), sha256] : [null, null]),
          by.userId,
        ],
      );
      return { pluginId, id: rows[0].id as string, sha256 };
    });
  };
  const [begun, preparing, waiting, declined] = [
    await insert(''),
    await insert('preparing'),
    await insert('waiting'),
    await insert('declined'),
  ];
  const { rows } = await database.asOwner((client) =>
    client.query(
      `insert into app.plugin_submission_fixtures (company_id, submission_id, name, input, expected, outcome, picture, picture_media_type)
       values ($1, $2, 'SECRET fixture', $3, '[]', $4, 'SECRET', 'image/webp') returning id`,
      [
        companyId,
        preparing.id,
        JSON.stringify({ reading: reading(['SECRET']), settings: {}, locale: 'en', today: '2026-03-10' }),
        JSON.stringify({ passed: true, expected: [], differences: [], input: {} }),
      ],
    ),
  );
  return {
    templatePluginId: begun.pluginId,
    submissionId: preparing.id,
    waitingSubmissionId: waiting.id,
    waitingSha256: waiting.sha256,
    declinedSubmissionId: declined.id,
    submissionFixtureId: rows[0].id as string,
  };
}

async function arrangePlugins(company: TestCompany, by: TestMember) {
  const unique = randomUUID().replaceAll('-', '');
  const [ownPluginId, sparePluginId] = [`own${unique}`, `spare${unique}`];
  const { companyId } = company;
  return database.asOwner(async (client) => {
    for (const [id, version] of [
      [ownPluginId, '1.0.0'],
      [ownPluginId, '1.1.0'],
      [sparePluginId, '1.0.0'],
    ] as const) {
      const manifest = JSON.stringify({ ...receiptManifest, id, version, name: `PRIVATE ${id}` });
      await client.query(
        `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by)
         values ($1, $2, $3, $4, '', $5, 'studio', $6)`,
        [companyId, id, version, manifest, createHash('sha256').update(manifest).digest('hex'), by.userId],
      );
    }
    await client.query(
      `insert into app.installations (company_id, plugin_id, source, version, previous_source, previous_version)
       values ($1, $2, 'company', '1.1.0', 'company', '1.0.0')`,
      [companyId, ownPluginId],
    );
    const { rows } = await client.query(
      "insert into app.plugin_requests (company_id, plugin_id, note, requested_by) values ($1, $2, 'SECRET note', $3) returning id",
      [companyId, sparePluginId, by.userId],
    );
    return { ownPluginId, sparePluginId, pluginRequestId: rows[0].id as string };
  });
}

const newApiKey = {
  name: 'SECRET key',
  scopes: ['plugins:publish'],
  plugins: 'pallet-note',
  role: 'admin',
  days: 30,
} as const;

const allow = (scope: Scope) =>
  allowProgram(deps(), {
    scope,
    program: { id: randomUUID(), name: 'SECRET program' },
    request: {
      clientId: '',
      redirectUri: 'https://secret.example/',
      scopes: ['captures:read'],
      resource: '/',
      codeChallenge: 'a'.repeat(43),
      state: undefined,
    },
    scopes: ['captures:read'],
  });

/** The owner's, begun. */
async function arrangeGrant(company: TestCompany): Promise<string> {
  await allow(scopeOf(company));
  return database.asOwner(async (client) => {
    const { rows } = await client.query(
      `update app.oauth_grants set begun_at = now(), expires_at = now() + interval '1 day'
       where id = (select id from app.oauth_grants where company_id = $1 order by created_at desc limit 1) returning id`,
      [company.companyId],
    );
    return rows[0].id as string;
  });
}

function watchSettings(name: string): WatchSettings {
  return {
    name,
    sourceKind: 'screen',
    regionProfileId: null,
    place: { frame: { width: 640, height: 480 }, region: { x: 0, y: 0, width: 90, height: 30 } },
    reads: { kind: 'number' },
    intervalMs: 1000,
    low: null,
    high: 10,
    maxRate: null,
    ratePerMs: null,
    direction: 'any',
    lostAfter: 3,
    keepDays: null,
  };
}

const watchBatch = (id: string) => ({
  samples: [
    {
      id,
      takenAt: new Date().toISOString(),
      value: 4711.5,
      text: 'SECRET 4711.5',
      confidence: 0.9,
      isReadable: true,
    },
  ],
  pictures: {
    sha256: createHash('sha256').update(id).digest('hex'),
    byteSize: 10,
    parts: new Map([[id, { offset: 0, byteSize: 10 }]]),
    place: async () => {},
  },
  run: { id: randomUUID(), device: 'SECRET device', state: 'running' as const },
  sentAt: new Date().toISOString(),
});

async function arrangeWatch(scope: Scope) {
  const { id: watchId } = await createWatch(deps(), { scope, settings: watchSettings('SECRET watch') });
  const sampleId = randomUUID();
  await saveSamples(deps(), { scope, watchId, batch: watchBatch(sampleId) });
  const [alarm] = await listAlarms(deps(), { scope, watchId });
  return { watchId, sampleId, alarmId: alarm!.id };
}

async function arrangePeople(company: TestCompany, scope: Scope) {
  const { id: invitationId } = await createInvitation(deps(), {
    scope,
    by: 'link',
    email: `${randomUUID()}@invited.example`,
    role: 'operator',
  });
  const colleague = await addMember(database, company.companyId, 'operator');
  const { name: companyName } = await getCompany(deps(), { scope });
  return { invitationId, colleagueId: colleague.userId, companyName };
}

/** Everything of a company, to see that nothing of it changed. */
const snapshot = (companyId: string) =>
  database.asOwner(async (client) => {
    const state: Record<string, unknown> = {};
    for (const table of [
      'captures',
      'records',
      'record_edits',
      'record_proposals',
      'saved_views',
      'region_profiles',
      'bulk_actions',
      'audit_events',
      'objects',
      'readings',
      'region_readings',
      'company_settings',
      'invitations',
      'watches',
      'watch_samples',
      'watch_sums',
      'watch_alarms',
      'signing_keys',
      'api_keys',
      'oauth_grants',
      'delivery_targets',
      'export_profiles',
      'deliveries',
      'plugin_versions',
      'plugin_requests',
      'plugin_submissions',
      'plugin_submission_fixtures',
      'installations',
    ]) {
      const { rows } = await client.query(
        `select * from app.${table} as row where company_id = $1 order by row::text`,
        [companyId],
      );
      state[table] = rows;
    }
    const members = await client.query('select * from auth.membership where company_id = $1 order by id', [
      companyId,
    ]);
    return { ...state, members: members.rows };
  });

/** Operators may call these for themselves, so that something of their company is another thing afterwards. */
const changesOfTheirOwn = ['saveView', 'acceptCapture', 'requestPlugin', 'leaveCompany', 'allowProgram'];

describe('each use case', () => {
  interface Arranged {
    company: TestCompany;
    target: Target;
    before: unknown;
  }
  /** Nobody may change anything of these in what follows, so that all of it shares them. */
  let theirs: Arranged;
  let actedFor: Arranged;
  const arrangeTheirs = async () => {
    const company = await database.createCompany({ members: ['reviewer', 'operator'] });
    const target = await arrangeTarget(company, company.members[0]!);
    return { company, target, before: await snapshot(company.companyId) };
  };
  beforeAll(async () => {
    theirs = await arrangeTheirs();
    actedFor = await arrangeTheirs();
  });

  /** A company for each role, with what its member of that role captured; each use case finds it as it was made. */
  interface ArrangedForRole {
    company: TestCompany;
    members: Record<CompanyRole, TestMember>;
    target: Target;
  }
  let forRole: Record<CompanyRole, ArrangedForRole>;
  const arrangeForRole = async (role: CompanyRole): Promise<ArrangedForRole> => {
    const company = await database.createCompany({ members: ['admin', 'reviewer', 'operator', 'owner'] });
    const [admin, reviewer, operator] = company.members;
    const members = { owner: company.owner, admin: admin!, reviewer: reviewer!, operator: operator! };
    return { company, members, target: await arrangeTarget(company, members[role]) };
  };
  beforeAll(async () => {
    forRole = {
      operator: await arrangeForRole('operator'),
      reviewer: await arrangeForRole('reviewer'),
      admin: await arrangeForRole('admin'),
      owner: await arrangeForRole('owner'),
    };
  });
  const refusalOf = (error: { code?: string; detail?: string }) => ({
    code: error.code,
    detail: error.detail,
  });

  describe.each(Object.entries(useCases))('%s', (name, { roles, changes, call }) => {
    test('is for its roles and refused to the others', async () => {
      const tell = (role: CompanyRole, { company, members, target }: ArrangedForRole) =>
        database.withoutTrace(async (db) => {
          app = db;
          const result = await call(scopeOf(company, members[role]), target).then(
            () => 'allowed',
            (error) => error.code,
          );
          return `${role}: ${result}`;
        });
      try {
        // Refused even for what an operator captured.
        for (const role of everyone.filter((each) => !roles.includes(each)))
          expect(await tell(role, forRole.operator)).toBe(`${role}: role.not_allowed`);
        for (const role of roles)
          expect(await tell(role, forRole[changes ? role : 'operator'])).toBe(`${role}: allowed`);
      } finally {
        app = undefined;
      }
    });

    test('neither shows nor changes anything of another company', async () => {
      const { company, target, before } = theirs;
      const ours = await database.createCompany();
      const answer = await call(scopeOf(ours), target).catch(refusalOf);
      expect(JSON.stringify(answer ?? null)).not.toMatch(
        /SECRET|PRIVATE|ACME|Theirs|q=secret|invited\.example/,
      );
      for (const id of [
        target.recordId,
        target.confirmedId,
        target.viewId,
        target.regionProfileId,
        target.trashedRegionProfileId,
        target.draftId,
        target.trashedDraftId,
        target.fixtureId,
        target.trashedFixtureId,
        target.colleagueId,
        target.invitationId,
        company.companyId,
      ])
        expect(JSON.stringify(answer ?? null)).not.toContain(id);
      expect(await snapshot(company.companyId)).toEqual(before);
    });

    if (roles.includes('operator')) {
      test('shows and changes operators nothing that a colleague captured', async () => {
        const isOwn = changesOfTheirOwn.includes(name);
        const { company, target, before } = isOwn ? await arrangeTheirs() : theirs;
        const answer = await call(scopeOf(company, company.members[1]), target).catch(refusalOf);
        expect(JSON.stringify(answer ?? null)).not.toMatch(/SECRET|ACME|Theirs|q=secret/);
        if (!isOwn) expect(await snapshot(company.companyId)).toEqual(before);
      });
    }

    if (changes) {
      test('is refused to a platform admin who acts as the owner', async () => {
        const { company, target } = actedFor;
        const scope = scopeOf(company);
        const acting = { ...scope, actor: { ...scope.actor, impersonatedBy: randomUUID() } };
        expect(await call(acting, target).catch((error) => error.code)).toBe('support.read_only');
      });
    }
  });
});

test('what the worker does stays within the company of its job', async () => {
  const [ours, theirs] = [await database.createCompany(), await database.createCompany()];
  const { captureId } = await capture({ database, queue }, scopeOf(theirs), { unread: true });
  const before = await snapshot(theirs.companyId);
  const foreign = { companyId: ours.companyId, captureId };
  expect(await beginReading(deps(), foreign)).toBeUndefined();
  expect(
    await saveReading(deps(), {
      ...foreign,
      result: { reading: reading(['x']), records: [receipt({ merchant: 'X' })], runs: [], pinned: [] },
    }),
  ).toBe('gone');
  await failReading(deps(), { ...foreign, code: 'reader.crashed', message: '' });
  expect(await snapshot(theirs.companyId)).toEqual(before);
});

test('what looks across companies is for platform admins, and shows nothing that was captured or read', async () => {
  const company = await database.createCompany({ name: 'Known by name' });
  await capture({ database, queue }, scopeOf(company), { text: ['SECRET OF A'], fileName: 'secret.jpg' });
  const platform = { platform: database.platform, plugins };
  await refreshCompanyUsage(platform);
  const calls = (actor: PlatformActor) => [
    () => listCompanies(platform, { actor, search: 'known BY', status: 'active', sort: 'captures30d' }),
    () => getCompanyForPlatform(platform, { actor, companyId: company.companyId }),
    () => listUsers(platform, { actor, search: company.owner.email }),
    () => listPluginsForPlatform(platform, { actor }),
    () => platformHealth(platform, { actor }),
    () => listFailureCausesEverywhere(platform, { actor }),
  ];
  for (const call of calls({ ...company.owner, platformRole: 'user' }))
    await expect(call()).rejects.toMatchObject({ code: 'platform.admin_only' });
  const [companies, detail, users, catalogue, health, causes] = await Promise.all(
    calls({ ...company.owner, platformRole: 'admin' }).map((call) => call()),
  );
  expect(companies).toMatchObject({
    total: 1,
    items: [{ name: 'Known by name', memberCount: 1, captures30d: 1, bytes: 100 }],
  });
  expect(detail).toMatchObject({ members: [{ role: 'owner' }] });
  expect(users).toMatchObject({ total: 1, items: [{ email: company.owner.email, companyCount: 1 }] });
  expect(catalogue).toMatchObject({ total: 1, items: [{ id: 'receipt' }] });
  expect(health).toMatchObject({ queue: { reading: 0 } });
  expect(JSON.stringify([companies, detail, users, catalogue, health, causes])).not.toMatch(
    /SECRET|secret\.jpg|ACME/,
  );
  expect(
    await getCompanyForPlatform(platform, {
      actor: { ...company.owner, platformRole: 'admin' },
      companyId: 'a/b',
    }).catch((error) => error.code),
  ).toBe('company.not_found');
});
