import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { shownMembers } from '@readout/domain/platform/rules';
import { Link } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';

/** Roles are the company's own business: they are shown, not changed. */
export function MemberTable({
  members,
  total,
}: {
  members: PlatformCompanyDetail['members'];
  total: number;
}) {
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Members</h2>
      {members.length === 0 ? (
        <p className={page.dim}>Nobody yet. The invited owner becomes the first member.</p>
      ) : (
        <div className={classes.scrolled}>
          <Table
            label="Members"
            head={
              <>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col">Since</th>
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
                <td>{member.role}</td>
                <td>
                  <When iso={member.joinedAt} exact />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {total > members.length && members.length >= shownMembers ? (
        <p className={classes.counted}>
          The first {shownMembers} of {wholeNumber(total)}; the file of administrative data has all.
        </p>
      ) : null}
      <p className={classes.counted}>Roles are changed by admins and owners of the company.</p>
    </section>
  );
}

export function PluginTable({ plugins }: { plugins: PlatformCompanyDetail['plugins'] }) {
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Installed plugins</h2>
      <Table
        label="Installed plugins"
        head={
          <>
            <th scope="col">Plugin</th>
            <th scope="col">Version</th>
            <th scope="col" className={table.number}>
              Runs, 30 days
            </th>
            <th scope="col" className={table.number}>
              Failed
            </th>
          </>
        }
      >
        {plugins.map((plugin) => (
          <tr key={plugin.pluginId}>
            <td>
              {plugin.pluginId} {plugin.enabled ? null : <span className={page.dim}>(off)</span>}
            </td>
            <td className={page.mono}>{plugin.version}</td>
            <td className={table.number}>{wholeNumber(plugin.runs30d)}</td>
            <td className={table.number}>{wholeNumber(plugin.failures30d)}</td>
          </tr>
        ))}
        {plugins.length === 0 ? (
          <tr>
            <td colSpan={4}>None.</td>
          </tr>
        ) : null}
      </Table>
    </section>
  );
}

export function InvitationTable({ invitations }: { invitations: PlatformCompanyDetail['invitations'] }) {
  if (invitations.length === 0) return null;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Open invitations</h2>
      <Table
        label="Open invitations"
        head={
          <>
            <th scope="col">For</th>
            <th scope="col">Role</th>
            <th scope="col">By</th>
            <th scope="col">Until</th>
          </>
        }
      >
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td className={classes.name}>{invitation.to}</td>
            <td>{invitation.role}</td>
            <td className={classes.name} dir="auto">
              {invitation.invitedByName}
            </td>
            <td>
              <When iso={invitation.expiresAt} exact />
              {invitation.isExpired ? <span className={page.dim}> (expired)</span> : null}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
