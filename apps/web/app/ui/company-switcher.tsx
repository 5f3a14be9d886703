import { Menu, UnstyledButton } from '@mantine/core';
import { Form, Link, useLocation } from 'react-router';
import classes from './company-switcher.module.css';
import { IconBuilding, IconCheck, IconSelector, IconSettings } from './icons.ts';
import { useViewer } from './viewer.ts';

/** The company one works in, and the way to one's others. */
export function CompanySwitcher() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (!viewer?.company) return null;
  return (
    <Menu key={viewer.company.id} position="bottom-end" width={260} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.company ?? ''} aria-label={`Company: ${viewer.company.name}`}>
          <IconBuilding size={16} stroke={1.75} aria-hidden />
          <span>{viewer.company.name}</span>
          <IconSelector size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Work in</Menu.Label>
        {viewer.companies.map((company) => (
          <Form key={company.id} method="post" action="/auth/switch-company">
            <input type="hidden" name="companyId" value={company.id} />
            <input type="hidden" name="to" value={pathname + search} />
            {/* A menu that closes takes the form with it before it is sent. */}
            <Menu.Item
              type="submit"
              closeMenuOnClick={false}
              rightSection={
                company.id === viewer.company?.id ? <IconCheck size={14} aria-label="current" /> : null
              }
            >
              {company.name} <span className={classes.role}>{company.role}</span>
            </Menu.Item>
          </Form>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/company" leftSection={<IconSettings size={16} />}>
          Company settings
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
