// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface NoticeValues {
  'notice.any.somebody': NoValues;
  'notice.any.a_capture': NoValues;
  'notice.any.a_watch': NoValues;
  'notice.any.news': { companyName: string | number };
  'notice.capture.assigned': { who: 'named'; count: number; actorName: string | number } | { who?: undefined; count: number };
  'notice.capture.failed': { several: 'captures'; count: number; file: string | number } | { several: 'pages'; pages: number; file: string | number } | { several?: undefined; file: string | number };
  'notice.member.joined': { role?: 'owner' | 'admin' | 'reviewer' | 'operator' | undefined; name: string | number; companyName: string | number };
  'notice.member.left': { name: string | number; companyName: string | number };
  'notice.member.removed': { who: 'named'; name: string | number; companyName: string | number; actorName: string | number } | { who?: undefined; name: string | number; companyName: string | number };
  'notice.role.changed': { who: 'named'; role?: 'owner' | 'admin' | 'reviewer' | 'operator' | undefined; actorName: string | number; companyName: string | number } | { who?: undefined; role?: 'owner' | 'admin' | 'reviewer' | 'operator' | undefined; companyName: string | number };
  'notice.owner.added': { who: 'named'; actorName: string | number; name: string | number; companyName: string | number } | { who?: undefined; name: string | number; companyName: string | number };
  'notice.company.closing': { who: 'named'; companyName: string | number; actorName: string | number } | { who?: undefined; companyName: string | number };
  'notice.company.reopened': { who: 'named'; actorName: string | number; companyName: string | number } | { who?: undefined; companyName: string | number };
  'notice.company.suspended': { more: 'reason'; companyName: string | number; reason: string | number } | { more?: undefined; companyName: string | number };
  'notice.company.resumed': { companyName: string | number };
  'notice.company.limit_near': { of: 'limits'; companyName: string | number; what: string | number } | { of?: undefined; companyName: string | number };
  'notice.company.limit': { limit?: 'captures' | 'members' | 'storage' | undefined };
  'notice.support.started': { more: 'reason'; actorName: string | number; userName: string | number; companyName: string | number; reason: string | number } | { more?: undefined; actorName: string | number; userName: string | number; companyName: string | number };
  'notice.support.you': NoValues;
  'notice.support.access_changed': { state?: 'on' | undefined; who?: 'named' | undefined; companyName: string | number; actorName: string | number };
  'notice.support.acting_changed': { state?: 'refused' | undefined; who?: 'named' | undefined; actorName: string | number; companyName: string | number };
  'notice.plugin.blocked': { more: 'reason'; plugin: string | number; companyName: string | number; reason: string | number } | { more?: undefined; plugin: string | number; companyName: string | number };
  'notice.plugin.unblocked': { plugin: string | number; companyName: string | number };
  'notice.plugin.paused': { plugin: string | number; companyName: string | number; count: number };
  'notice.plugin.went_back': { plugin: string | number; version: string | number; companyName: string | number; left: string | number; count: number };
  'notice.plugin.shadow_given_up': { companyName: string | number; version: string | number; plugin: string | number; count: number };
  'notice.plugin.version_deprecated': { more: 'reason'; plugin: string | number; companyName: string | number; reason: string | number } | { more?: undefined; plugin: string | number; companyName: string | number };
  'notice.plugin.requested': { more: 'reason'; name: string | number; plugin: string | number; reason: string | number } | { more?: undefined; name: string | number; plugin: string | number };
  'notice.plugin.request_decided': { decision?: 'installed' | undefined; more?: 'reason' | undefined; plugin: string | number; reason: string | number };
  'notice.plugin.submission_waiting': { name: string | number; plugin: string | number };
  'notice.plugin.submission_decided': { decision: 'confirmed'; plugin: string | number; name: string | number } | { decision?: undefined; plugin: string | number; reason: string | number };
  'notice.plugin.review_decided': { decision?: 'approved' | undefined; more?: 'reason' | undefined; version: string | number; plugin: string | number; reason: string | number };
  'notice.watch.limit': { alarm: 'above' | 'below'; watch: string | number; value: string | number; bound: string | number };
  'notice.watch.lost': { cause?: 'unreadable' | 'implausible' | 'source_ended' | 'silent' | undefined; watch: string | number };
  'notice.delivery.paused': { name: string | number };
}
