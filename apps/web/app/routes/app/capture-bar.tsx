import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { Link } from 'react-router';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconDots,
  IconDownload,
  IconPerspective,
  IconRefresh,
  IconRestore,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '../../ui/icons.ts';
import { fileSize } from '../../ui/numbers.ts';
import { When } from '../../ui/when.tsx';
import { MakeReaderItem } from '../settings/template/make-reader-item.tsx';
import classes from './capture.module.css';
import { Allowed } from './list/bulk-bar.tsx';
import { StateChip } from './list/state-chip.tsx';
import { useCaptureActions } from './use-capture-actions.ts';
import { sourceNames, standing } from './wording.ts';
import { reviewersOnly, useWorkspace } from './workspace-context.ts';

const confirmedOnly =
  'A record of this capture is confirmed. A reviewer may still change it; your role is operator.';

/** What this capture is, and what one can do with it as a whole. */
export function CaptureBar({ detail }: { detail: CaptureDetail }) {
  const { capture, page, duplicates, may } = detail;
  const workspace = useWorkspace();
  const { viewer, addressOf } = workspace;
  const { change, claim, reread } = useCaptureActions(workspace);
  const { tone, text } = standing(capture);
  const isMine = capture.assignedTo?.id === viewer.id;
  const size = page.width && page.height ? `${page.width} × ${page.height} px` : null;
  return (
    <header className={classes.barPane}>
      <Link to={addressOf()} className={classes.back} aria-label="Back to the list">
        <IconArrowLeft size={18} aria-hidden />
      </Link>
      <div className={classes.name}>
        <h2 title={capture.fileName}>{capture.title || capture.fileName}</h2>
        <p>
          <StateChip tone={tone} text={text} />
          {capture.archivedAt ? <span>Archived</span> : null}
          {capture.trashedAt ? <span>In the trash</span> : null}
          <span className={classes.wide}>
            {sourceNames[capture.source]} by {capture.createdBy.name}, <When iso={capture.createdAt} />
          </span>
          <span className={classes.wider}>{[size, fileSize(page.byteSize)].filter(Boolean).join(', ')}</span>
          {capture.assignedTo ? (
            <span className={classes.wide}>
              {isMine ? 'Claimed by you' : `Assigned to ${capture.assignedTo.name}`}
            </span>
          ) : null}
          {duplicates.length > 0 ? (
            <Menu position="bottom-start" keepMounted={false}>
              <Menu.Target>
                <button type="button" className={classes.textButton}>
                  {duplicates.length === 1
                    ? 'Same bytes as another'
                    : `Same bytes as ${duplicates.length} others`}
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>Captures with the same bytes</Menu.Label>
                {duplicates.map((other) => (
                  <Menu.Item key={other.id} component={Link} to={addressOf(other.id)}>
                    {other.fileName}, <When iso={other.createdAt} exact />
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : null}
        </p>
      </div>
      <div className={classes.doing}>
        <Allowed allowed={may.assign}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={isMine ? 'Let go' : 'Claim for me'}
            aria-disabled={!may.assign}
            data-off={!may.assign || undefined}
            onClick={() => may.assign && void claim([capture.id])}
          >
            {isMine ? <IconUserCheck size={18} aria-hidden /> : <IconUserPlus size={18} aria-hidden />}
          </ActionIcon>
        </Allowed>
        {capture.trashedAt ? (
          <Tooltip label="Restore">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label="Restore"
              onClick={() => void change('restore', [capture.id])}
            >
              <IconRestore size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : (
          <>
            <Allowed allowed={may.change} reason={confirmedOnly}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={capture.archivedAt ? 'Back to inbox' : 'Archive'}
                aria-disabled={!may.change}
                data-off={!may.change || undefined}
                onClick={() =>
                  may.change && void change(capture.archivedAt ? 'unarchive' : 'archive', [capture.id])
                }
              >
                {capture.archivedAt ? (
                  <IconArchiveOff size={18} aria-hidden />
                ) : (
                  <IconArchive size={18} aria-hidden />
                )}
              </ActionIcon>
            </Allowed>
            <Allowed allowed={may.change} reason={confirmedOnly}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label="Move to trash"
                aria-disabled={!may.change}
                data-off={!may.change || undefined}
                onClick={() => may.change && void change('trash', [capture.id])}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Allowed>
          </>
        )}
        <Menu position="bottom-end" width={240} keepMounted={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label="More">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconRefresh size={16} aria-hidden />}
              rightSection={<kbd>Shift R</kbd>}
              disabled={!may.change}
              onClick={() => void reread([capture.id])}
            >
              Read again
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              component="a"
              href={`/api/v1/captures/${page.id}/original`}
              download={page.fileName}
            >
              Download the original
            </Menu.Item>
            {detail.reading && viewer.isReviewer ? <MakeReaderItem captureId={page.id} /> : null}
            {detail.reading?.page.quad ? (
              <Menu.Item
                leftSection={<IconPerspective size={16} aria-hidden />}
                component="a"
                href={`/api/v1/captures/${page.id}/flattened?download`}
                download
              >
                Download it flattened
              </Menu.Item>
            ) : null}
            {may.change ? null : (
              <Menu.Label>{viewer.isReviewer ? 'Acting as a user only reads.' : reviewersOnly}</Menu.Label>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
