import { Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { IconBuilding, IconCheck, IconPlus, IconSearch, IconSelector, IconSettings } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import classes from './company-switcher.module.css';
import { sectionOf } from './section-of.ts';

/** From this many on one looks for a company by typing. */
const searchFrom = 8;

/** The company one works in, and the way to one's others. */
export function CompanySwitcher() {
  const viewer = useViewer();
  const text = useText();
  const { pathname } = useLocation();
  const [sought, setSought] = useState('');
  if (!viewer) return null;
  const { company, companies } = viewer;
  const plain = (name: string) => name.normalize('NFKD').toLowerCase();
  const shown = companies.filter(({ name }) => plain(name).includes(plain(sought.trim())));
  return (
    <Menu
      key={company?.id}
      position="bottom-end"
      width="min(320px, calc(100vw - 16px))"
      keepMounted={false}
      onClose={() => setSought('')}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.company ?? ''}
          aria-label={
            company
              ? text('common.switcher.company', { name: company.name })
              : text('common.switcher.none_yet')
          }
          title={company?.name}
        >
          <IconBuilding size={16} stroke={1.75} aria-hidden />
          <span dir="auto">{company?.name ?? text('common.switcher.none')}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {companies.length > 0 ? <Menu.Label>{text('common.switcher.work_in')}</Menu.Label> : null}
        {companies.length >= searchFrom ? (
          <TextInput
            className={classes.search ?? ''}
            size="xs"
            aria-label={text('common.switcher.find')}
            placeholder={text('common.switcher.find')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={sought}
            data-autofocus
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        ) : null}
        <div role="none" className={classes.list}>
          {shown.map((each) => (
            <Form key={each.id} role="none" method="post" action="/auth/switch-company">
              <input type="hidden" name="companyId" value={each.id} />
              <input type="hidden" name="to" value={sectionOf(pathname)} />
              {/* A menu that closes takes the form with it before it is sent. */}
              <Menu.Item
                type="submit"
                closeMenuOnClick={false}
                rightSection={
                  each.id === company?.id ? (
                    <IconCheck size={14} aria-label={text('common.switcher.current')} />
                  ) : null
                }
              >
                <bdi className={classes.name}>{each.name}</bdi>{' '}
                <span className={classes.role}>{text('common.role_name', { role: each.role })}</span>
              </Menu.Item>
            </Form>
          ))}
          {companies.length > 0 && shown.length === 0 ? (
            <p className={classes.none} role="status">
              {text('common.switcher.not_found')}
            </p>
          ) : null}
        </div>
        {companies.length > 0 ? <Menu.Divider /> : null}
        {company ? (
          <Menu.Item component={Link} to="/settings/company" leftSection={<IconSettings size={16} />}>
            {text('common.switcher.settings')}
          </Menu.Item>
        ) : null}
        <Menu.Item component={Link} to="/settings/new-company" leftSection={<IconPlus size={16} />}>
          {text('common.switcher.new')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
