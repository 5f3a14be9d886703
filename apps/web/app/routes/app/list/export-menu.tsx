import { ActionIcon, Menu } from '@mantine/core';
import { aboutCompany } from '../../../../server/request/company-marker.ts';
import { useViewer } from '../../../shell/viewer.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { reviewersOnly, useWorkspace } from '../workspace-context.ts';

const formats = [
  { format: 'csv', name: 'CSV', hint: 'one row a record' },
  { format: 'xlsx', name: 'Excel (XLSX)', hint: 'for spreadsheets' },
  { format: 'json', name: 'JSON', hint: 'with evidence and checks' },
] as const;

/** Records of everything the filter matches, streamed by the server. */
export function ExportMenu() {
  const { query, viewer } = useWorkspace();
  const company = useViewer()?.company;
  return (
    <Menu position="bottom-end" width={240} keepMounted={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Export records of this list">
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{viewer.isReviewer ? 'Export the records of this list' : reviewersOnly}</Menu.Label>
        {formats.map(({ format, name, hint }) => (
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
            rightSection={<span style={{ fontSize: 11, color: 'var(--text-dim)' }}>{hint}</span>}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
