// cspell:ignore Ihre Rolle
import { describe, expect, test } from 'vitest';
import type { Actor, CompanyRole } from './actor.ts';
import { AppError } from './errors.ts';
import {
  type Action,
  actions,
  companyRoles,
  demand,
  demandChange,
  demandManaging,
  isAllowed,
  mayManage,
  reachOf,
  rolesThatMay,
  whyNot,
} from './policy.ts';

const actor = (role: CompanyRole, more: Partial<Actor> = {}): Actor => ({
  userId: '00000000-0000-4000-8000-000000000001',
  name: 'Somebody',
  role,
  ...more,
});
const scope = (role: CompanyRole, more: Partial<Actor> = {}) => ({
  companyId: '00000000-0000-4000-8000-000000000002',
  actor: actor(role, more),
});

const rows: [from: CompanyRole, actions: Action[]][] = [
  ['operator', ['captures.add', 'captures.see', 'captures.change', 'records.see', 'records.edit']],
  ['operator', ['records.confirm', 'views.own', 'dashboard.see', 'company.see', 'company.leave']],
  ['operator', ['plugins.request']],
  ['reviewer', ['captures.assign', 'records.review', 'records.export', 'bulk.run', 'views.company_wide']],
  ['reviewer', ['templates.manage', 'watches.see', 'watches.manage']],
  ['admin', ['members.manage', 'invitations.manage', 'security.manage', 'plugins.manage', 'studio.use']],
  ['admin', ['plugins.submit']],
  [
    'admin',
    [
      'api_keys.manage',
      'webhooks.manage',
      'deliveries.manage',
      'export_profiles.manage',
      'retention',
      'audit.see',
    ],
  ],
  ['owner', ['company.profile', 'owners.manage', 'company.close', 'company.export', 'support.access']],
];

test('each action is for the role the product names and every one above it', () => {
  expect(rows.flatMap(([, names]) => names).sort()).toEqual([...actions].sort());
  for (const [from, names] of rows)
    for (const action of names)
      expect([action, rolesThatMay(action)]).toEqual([
        action,
        companyRoles.slice(companyRoles.indexOf(from)).toReversed(),
      ]);
});

test('operators reach their own captures and records only', () => {
  for (const action of ['captures.see', 'captures.change', 'records.edit', 'dashboard.see'] as const) {
    expect(reachOf(actor('operator'), action)).toBe('own');
    expect(reachOf(actor('reviewer'), action)).toBe('all');
  }
});

test('admins manage roles below their own, owners all, others none', () => {
  const managed = (role: CompanyRole) => companyRoles.filter((target) => mayManage({ role }, target));
  expect(managed('owner')).toEqual(['operator', 'reviewer', 'admin', 'owner']);
  expect(managed('admin')).toEqual(['operator', 'reviewer']);
  expect(managed('reviewer')).toEqual([]);
  expect(managed('operator')).toEqual([]);
});

describe('a refusal says who may', () => {
  const refusal = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, message: error.message, ...error.detail };
    }
    return 'allowed';
  };

  test('in a sentence and as roles', () => {
    expect(refusal(() => demand(scope('reviewer'), 'members.manage'))).toEqual({
      code: 'role.not_allowed',
      message: 'Admins and owners of the company may do this. Your role is reviewer.',
      action: 'members.manage',
      lowest: 'admin',
      role: 'reviewer',
      roles: ['owner', 'admin'],
    });
    expect(whyNot(actor('operator'), 'records.review', 'en')).toEqual({
      allowed: false,
      roles: ['owner', 'admin', 'reviewer'],
      sentence: 'Reviewers, admins and owners of the company may do this. Your role is operator.',
    });
    expect(whyNot(actor('admin'), 'company.close', 'en').sentence).toBe(
      'Owners of the company may do this. Your role is admin.',
    );
    expect(whyNot(actor('operator'), 'records.review', 'de').sentence).toContain('Ihre Rolle');
    expect(whyNot(actor('owner'), 'company.close', 'en')).toEqual({
      allowed: true,
      roles: ['owner'],
      sentence: '',
    });
  });

  test('about members of a higher role', () => {
    expect(refusal(() => demandManaging(actor('admin'), 'admin'))).toMatchObject({
      message: 'Owners of the company decide about admins. Your role is admin.',
      roles: ['owner'],
    });
    expect(refusal(() => demandManaging(actor('reviewer'), 'operator'))).toMatchObject({
      roles: ['owner', 'admin'],
    });
  });

  test('to a platform admin who acts as a member, unless support access is on', () => {
    const acting = { impersonatedBy: '00000000-0000-4000-8000-000000000003' };
    expect(refusal(() => demandChange(scope('owner', acting), 'company.profile'))).toMatchObject({
      code: 'support.read_only',
    });
    expect(whyNot(actor('owner', acting), 'company.profile', 'en').sentence).toMatch(/reads only/);
    expect(isAllowed(actor('owner', acting), 'audit.see')).toBe(true);
    expect(isAllowed(actor('owner', { ...acting, support: 'manage' }), 'company.profile')).toBe(true);
    const correcting = { ...acting, support: 'correct' } as const;
    expect(isAllowed(actor('owner', correcting), 'records.edit')).toBe(true);
    expect(refusal(() => demandChange(scope('owner', correcting), 'company.profile'))).toMatchObject({
      code: 'support.beyond_scope',
    });
  });
});
