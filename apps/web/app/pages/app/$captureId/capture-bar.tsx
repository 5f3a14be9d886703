import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { fileSize } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { useCaptureTitle } from '../../../captures/capture-name.ts';
import { standing } from '../../../captures/wording.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { Key } from '../../../keyboard/key-help.tsx';
import { MakeReaderItem } from '../../../plugins/make-reader-item.tsx';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconDots,
  IconDownload,
  IconPerspective,
  IconRefresh,
  IconRestore,
  IconTag,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '../../../ui/icons.ts';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../capture.module.css';
import { Allowed } from '../list/bulk-bar.tsx';
import { StateChip } from '../list/state-chip.tsx';
import { useCaptureActions } from '../use-capture-actions.ts';

/** What this capture is, and what one can do with it as a whole. */
export function CaptureBar({ detail }: { detail: CaptureDetail }) {
  const titleOf = useCaptureTitle();
  const text = useText();
  const locale = useLocale();
  const { capture, page, duplicates, may } = detail;
  const workspace = useWorkspace();
  const { viewer, addressOf } = workspace;
  const { change, claim, reread } = useCaptureActions(workspace);
  const { tone, label } = standing(capture, text);
  const isMine = capture.assignedTo?.id === viewer.id;
  const size = page.width && page.height ? `${page.width} × ${page.height} px` : null;
  return (
    <header className={classes.barPane}>
      <Link to={addressOf()} className={classes.back} aria-label={text('workspace.page.back_list')}>
        <IconArrowLeft size={18} aria-hidden />
      </Link>
      <div className={classes.name}>
        <h2 title={capture.fileName}>{titleOf(capture)}</h2>
        <p>
          <StateChip tone={tone} text={label} />
          {capture.archivedAt ? <span>{text('workspace.page.archived')}</span> : null}
          {capture.trashedAt ? <span>{text('workspace.page.in_the_trash')}</span> : null}
          <span className={classes.wide}>
            <FormattedText
              id="workspace.page.how_it_came"
              values={{
                source: capture.source,
                name: capture.createdBy.name,
                when: <When iso={capture.createdAt} />,
              }}
            />
          </span>
          <span className={classes.wider}>
            {[size, fileSize(page.byteSize, locale)].filter(Boolean).join(', ')}
          </span>
          {capture.assignedTo ? (
            <span className={classes.wide}>
              {isMine
                ? text('workspace.page.claimed_by_you')
                : text('workspace.page.assigned_to', { name: capture.assignedTo.name })}
            </span>
          ) : null}
          {capture.tags.length > 0 || capture.noteCount > 0 ? (
            <button
              type="button"
              className={classes.textButton}
              onClick={() => workspace.annotate(capture.id)}
            >
              {[
                ...capture.tags,
                ...(capture.noteCount > 0
                  ? [text('workspace.list.notes', { count: capture.noteCount })]
                  : []),
              ].join(', ')}
            </button>
          ) : null}
          {duplicates.length > 0 ? (
            <Menu position="bottom-start" keepMounted={false}>
              <Menu.Target>
                <button type="button" className={classes.textButton}>
                  {text('workspace.page.same_bytes', { count: duplicates.length })}
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{text('workspace.page.captures_with_same_bytes')}</Menu.Label>
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
        <Tooltip label={text('workspace.notes.title')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={text('workspace.notes.title')}
            onClick={() => workspace.annotate(capture.id)}
          >
            <IconTag size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Allowed allowed={may.assign}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={isMine ? text('workspace.page.let_go') : text('workspace.page.claim_for_me')}
            aria-disabled={!may.assign}
            data-off={!may.assign || undefined}
            onClick={() => may.assign && void claim(capture.id)}
          >
            {isMine ? <IconUserCheck size={18} aria-hidden /> : <IconUserPlus size={18} aria-hidden />}
          </ActionIcon>
        </Allowed>
        {capture.trashedAt ? (
          <Tooltip label={text('workspace.page.restore')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={text('workspace.page.restore')}
              onClick={() => void change('restore', [capture.id])}
            >
              <IconRestore size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : (
          <>
            <Allowed allowed={may.change} reason={text('workspace.page.confirmed_only')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={
                  capture.archivedAt ? text('workspace.page.back_to_inbox') : text('workspace.page.archive')
                }
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
            <Allowed allowed={may.change} reason={text('workspace.page.confirmed_only')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={text('workspace.page.move_to_trash')}
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
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={text('workspace.page.more')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconRefresh size={16} aria-hidden />}
              rightSection={<Key name="R" />}
              disabled={!may.change}
              onClick={() => void reread(capture.id)}
            >
              {text('workspace.page.read_again')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              component="a"
              href={`/api/v1/captures/${page.id}/original`}
              download={page.fileName}
            >
              {text('workspace.page.download_the_original')}
            </Menu.Item>
            {detail.reading && viewer.isReviewer ? <MakeReaderItem captureId={page.id} /> : null}
            {detail.reading?.page.quad ? (
              <Menu.Item
                leftSection={<IconPerspective size={16} aria-hidden />}
                component="a"
                href={`/api/v1/captures/${page.id}/flattened?download`}
                download
              >
                {text('workspace.page.download_it_flattened')}
              </Menu.Item>
            ) : null}
            {may.change ? null : (
              <Menu.Label>
                {viewer.isReviewer
                  ? text('workspace.page.acting_as_user_only_reads')
                  : text('workspace.page.reviewers_only')}
              </Menu.Label>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
