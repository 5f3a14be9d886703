import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { aboutCompany } from '../../../../server/request/company-marker.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { useViewer } from '../../../shell/viewer.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';

const formats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel (XLSX)' },
  { format: 'json', name: 'JSON' },
] as const;

/** Records of everything the filter matches, streamed by the server. */
export function ExportMenu() {
  const text = useText();
  const { query, viewer } = useWorkspace();
  const company = useViewer()?.company;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useKeys({ export: () => (button.current?.checkVisibility() ? setIsOpen(true) : false) });
  return (
    <Menu position="bottom-end" width={240} keepMounted={false} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="default"
          size={30}
          aria-label={text('workspace.list.export_records_list')}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {viewer.isReviewer
            ? text('workspace.list.export_records_list_2')
            : text('workspace.page.reviewers_only')}
        </Menu.Label>
        {formats.map(({ format, name }) => (
          <Menu.Item
            key={format}
            component="a"
            disabled={!viewer.isReviewer}
            {...(viewer.isReviewer
              ? {
                  href: aboutCompany(
                    `/api/v1/export?format=${format}${query ? `&${query}` : ''}`,
                    company?.id,
                  ),
                  download: '',
                }
              : {})}
            rightSection={
              <span style={{ fontSize: 11, color: 'var(--text-dim)' }}>
                {text('workspace.list.format_hint', { format })}
              </span>
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
