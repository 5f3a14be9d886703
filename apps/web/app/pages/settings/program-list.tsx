import { Button } from '@mantine/core';
import type { ListedGrant } from '@readout/domain/oauth/list-grants';
import { Form } from 'react-router';
import { useSending } from '../../forms/use-sending.ts';
import settings from '../../ui/settings.module.css';
import { FormattedText, useText } from '../../ui/texts.tsx';
import { When } from '../../ui/when.tsx';

/** Programs that somebody let in, each with what it may, its last use and the way to end it. */
export function ProgramList({
  grants,
  label,
  about,
  mayEnd = true,
}: {
  grants: ListedGrant[];
  label: string;
  /** What tells one apart here: its company, its person. */
  about: (grant: ListedGrant) => string;
  mayEnd?: boolean;
}) {
  const text = useText();
  const isSending = useSending();
  return (
    <ul className={settings.rows} aria-label={label}>
      {grants.map((grant) => {
        const {
          id,
          companyId,
          name,
          place,
          scopes,
          pluginIds,
          allowedAt,
          expiresAt,
          lastUsedAt,
          lastUsedFrom,
        } = grant;
        return (
          <li key={id}>
            <div className={settings.what}>
              <bdi>{name}</bdi> <span className={settings.tag}>{about(grant)}</span>
              <small>
                {scopes.join(', ')}
                {pluginIds.length > 0
                  ? ` · ${text('settings.api_keys.publishes', { plugins: pluginIds.join(', ') })}`
                  : ''}{' '}
                ·{' '}
                {text('settings.programs.answered', {
                  place: place.kind === 'scheme' ? `${place.name}://` : place.name,
                })}
              </small>
              <small>
                <FormattedText id="settings.programs.allowed" values={{ when: <When iso={allowedAt} /> }} /> ·{' '}
                <FormattedText
                  id="settings.api_keys.works_until"
                  values={{ when: <When iso={expiresAt} exact /> }}
                />{' '}
                ·{' '}
                {lastUsedAt ? (
                  <FormattedText
                    id="settings.api_keys.last_used_from"
                    values={{ when: <When iso={lastUsedAt} />, address: lastUsedFrom ?? '' }}
                  />
                ) : (
                  text('settings.api_keys.never_used')
                )}
              </small>
            </div>
            {mayEnd ? (
              <Form method="post" className={settings.actions} preventScrollReset>
                <input type="hidden" name="grantId" value={id} />
                <input type="hidden" name="companyId" value={companyId} />
                <Button
                  type="submit"
                  name="intent"
                  value="end_program"
                  size="xs"
                  variant="default"
                  loading={isSending('end_program', { grantId: id })}
                  aria-label={text('settings.programs.end_named', { name })}
                >
                  {text('settings.programs.end')}
                </Button>
              </Form>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
