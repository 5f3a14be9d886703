import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { shownMembers } from '@readout/domain/platform/rules';
import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { Text } from '../../../../ui/layout.tsx';
import table from '../../../../ui/list/list.module.css';
import { Table } from '../../../../ui/list/table.tsx';
import page from '../../../../ui/page.module.css';
import { useLocale, useText } from '../../../../ui/texts.tsx';
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
          <Table
            label={text('admin.companies.members')}
            head={
              <>
                <th scope="col">{text('common.name')}</th>
                <th scope="col">{text('common.role_label')}</th>
                <th scope="col">{text('admin.list.since')}</th>
              </>
            }
          >
            {members.map((member) => (
              <tr key={member.userId}>
                <td className={classes.name}>
                  <Link to={`/admin/user?u=${member.userId}`} dir="auto">
                    {member.name}
                  </Link>
                  <div className={table.sub}>{member.email}</div>
                </td>
                <td>{text('common.role_name', { role: member.role })}</td>
                <td>
                  <When iso={member.joinedAt} exact />
                </td>
              </tr>
            ))}
          </Table>
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
  const locale = useLocale();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.plugins')}</h2>
      <Table
        label={text('admin.company.plugins')}
        head={
          <>
            <th scope="col">{text('admin.company.plugin')}</th>
            <th scope="col">{text('admin.company.plugin_version')}</th>
            <th scope="col" className={table.number}>
              {text('admin.company.plugin_runs')}
            </th>
            <th scope="col" className={table.number}>
              {text('admin.company.plugin_failed')}
            </th>
          </>
        }
      >
        {plugins.map((plugin) => (
          <tr key={plugin.pluginId}>
            <td>
              <span data-as-typed>{plugin.pluginId}</span>{' '}
              {plugin.enabled ? null : <span className={page.dim}>{text('admin.company.plugin_off')}</span>}
            </td>
            <td className={page.mono} data-as-typed>
              {plugin.version}
            </td>
            <td className={table.number}>{wholeNumber(plugin.runs30d, locale)}</td>
            <td className={table.number}>{wholeNumber(plugin.failures30d, locale)}</td>
          </tr>
        ))}
        {plugins.length === 0 ? (
          <tr>
            <td colSpan={4}>{text('admin.list.empty')}</td>
          </tr>
        ) : null}
      </Table>
    </section>
  );
}

export function InvitationTable({ invitations }: { invitations: PlatformCompanyDetail['invitations'] }) {
  const text = useText();
  if (invitations.length === 0) return null;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.invitations')}</h2>
      <Table
        label={text('admin.company.invitations')}
        head={
          <>
            <th scope="col">{text('admin.company.invitation_for')}</th>
            <th scope="col">{text('common.role_label')}</th>
            <th scope="col">{text('admin.company.invitation_by')}</th>
            <th scope="col">{text('admin.company.invitation_until')}</th>
          </>
        }
      >
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td className={classes.name}>{invitation.to}</td>
            <td>{text('common.role_name', { role: invitation.role })}</td>
            <td className={classes.name} dir="auto">
              {invitation.invitedByName}
            </td>
            <td>
              <When iso={invitation.expiresAt} exact />
              {invitation.isExpired ? (
                <span className={page.dim}> {text('admin.company.invitation_expired')}</span>
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
