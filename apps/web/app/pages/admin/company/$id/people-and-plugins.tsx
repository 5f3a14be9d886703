import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { shownMembers } from '@readout/domain/platform/rules';
import { Link } from 'react-router';
import { Text } from '../../../../ui/layout.tsx';
import table from '../../../../ui/list/list.module.css';
import { ListTable } from '../../../../ui/list/table.tsx';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';

/** Roles are the company's own business: they are shown, not changed. */
export function MemberTable({
  members,
  total,
}: {
  members: PlatformCompanyDetail['members'];
  total: number;
}) {
  const text = useText();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.companies.members')}</h2>
      {members.length === 0 ? (
        <p className={page.dim}>{text('admin.company.no_members')}</p>
      ) : (
        <div className={classes.scrolled}>
          <ListTable
            label={text('admin.companies.members')}
            rows={members.map((member) => ({ ...member, id: member.userId }))}
            columns={{
              name: [
                text('common.name'),
                ({ id, name, email }) => (
                  <>
                    <Link to={`/admin/user?u=${id}`} dir="auto">
                      {name}
                    </Link>
                    <div className={table.sub}>{email}</div>
                  </>
                ),
                { className: classes.name },
              ],
              role: [text('common.role_label'), ({ role }) => text('common.role_name', { role })],
              joinedAt: [text('admin.list.since'), (of) => <When iso={of.joinedAt} exact />],
            }}
          />
        </div>
      )}
      {total > members.length && members.length >= shownMembers ? (
        <Text size={12} tone="dim" above={8}>
          {text('admin.company.first_members', { shown: shownMembers, total })}
        </Text>
      ) : null}
      <Text size={12} tone="dim" above={8}>
        {text('admin.company.roles_hint')}
      </Text>
    </section>
  );
}

export function PluginTable({ plugins }: { plugins: PlatformCompanyDetail['plugins'] }) {
  const text = useText();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.plugins')}</h2>
      <ListTable
        label={text('admin.company.plugins')}
        rows={plugins.map((plugin) => ({ ...plugin, id: plugin.pluginId }))}
        columns={{
          plugin: [
            text('admin.company.plugin'),
            ({ id, enabled }) => (
              <>
                <span data-as-typed>{id}</span>{' '}
                {enabled ? null : <span className={page.dim}>{text('admin.company.plugin_off')}</span>}
              </>
            ),
          ],
          version: [
            text('admin.company.plugin_version'),
            ({ version }) => <span data-as-typed>{version}</span>,
            { className: page.mono },
          ],
          runs: [text('admin.company.plugin_runs'), (of) => of.runs30d, { isNumber: true }],
          failed: [text('admin.company.plugin_failed'), (of) => of.failures30d, { isNumber: true }],
        }}
        none={() => text('admin.list.empty')}
      />
    </section>
  );
}

export function InvitationTable({ invitations }: { invitations: PlatformCompanyDetail['invitations'] }) {
  const text = useText();
  if (invitations.length === 0) return null;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.invitations')}</h2>
      <ListTable
        label={text('admin.company.invitations')}
        rows={invitations}
        columns={{
          to: [text('admin.company.invitation_for'), ({ to }) => to, { className: classes.name }],
          role: [text('common.role_label'), ({ role }) => text('common.role_name', { role })],
          by: [
            text('admin.company.invitation_by'),
            (of) => of.invitedByName,
            { className: classes.name, dir: 'auto' },
          ],
          until: [
            text('admin.company.invitation_until'),
            ({ expiresAt, isExpired }) => (
              <>
                <When iso={expiresAt} exact />
                {isExpired ? (
                  <span className={page.dim}> {text('admin.company.invitation_expired')}</span>
                ) : null}
              </>
            ),
          ],
        }}
      />
    </section>
  );
}
