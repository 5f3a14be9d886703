import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { memo, type ReactNode, type RefObject } from 'react';
import {
  IconArrowsMaximize,
  IconMinus,
  IconPerspective,
  IconPerspectiveOff,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
  IconSquareToggle,
} from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import classes from './picture.module.css';

export const zoomStep = 1.25;

export interface ToolbarActions {
  again(): void;
  zoom(factor: number): void;
  actualSize(): void;
  fitAll(): void;
  turn(direction: 1 | -1): void;
  toggleBoxes(): void;
  toggleFlat(): void;
}

/** What one does with the picture. It is not drawn again while the picture moves. */
export const PictureToolbar = memo(function PictureToolbar({
  hint,
  again,
  percent,
  showsAll,
  look,
  actions,
}: {
  hint: string | undefined;
  /** What can be done with what is picked. */
  again: string | undefined;
  percent: number;
  showsAll: boolean;
  /** Undefined where no document was made out. */
  look: 'flat' | 'taken' | undefined;
  /** Those of now. */
  actions: RefObject<ToolbarActions | undefined>;
}) {
  const text = useText();
  return (
    <div className={classes.controls} role="toolbar" aria-label={text('workspace.picture.picture')}>
      {hint ? <span className={classes.hint}>{hint}</span> : null}
      {again ? (
        <Button
          className={classes.again}
          size="compact-xs"
          variant="default"
          rightSection={<kbd>Alt ↵</kbd>}
          aria-keyshortcuts="Alt+Enter"
          // The control that is filled keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => actions.current?.again()}
        >
          {again}
        </Button>
      ) : null}
      <Control
        label={text('workspace.picture.zoom_out')}
        keys="−"
        onClick={() => actions.current?.zoom(1 / zoomStep)}
      >
        <IconMinus size={16} aria-hidden />
      </Control>
      <Tooltip label={text('workspace.picture.actual_size_1')}>
        <button
          type="button"
          className={classes.scale}
          data-more
          onClick={() => actions.current?.actualSize()}
          aria-label={text('workspace.picture.zoom', { percent })}
        >
          {percent}%
        </button>
      </Tooltip>
      <Control
        label={text('workspace.picture.zoom_in')}
        keys="+"
        onClick={() => actions.current?.zoom(zoomStep)}
      >
        <IconPlus size={16} aria-hidden />
      </Control>
      <Control
        label={text('workspace.picture.whole_picture')}
        keys="0"
        onClick={() => actions.current?.fitAll()}
      >
        <IconArrowsMaximize size={16} aria-hidden />
      </Control>
      <Control
        isMore
        label={text('workspace.picture.turn_left')}
        keys="["
        onClick={() => actions.current?.turn(-1)}
      >
        <IconRotate2 size={16} aria-hidden />
      </Control>
      <Control
        isMore
        label={text('workspace.picture.turn_right')}
        keys="]"
        onClick={() => actions.current?.turn(1)}
      >
        <IconRotateClockwise2 size={16} aria-hidden />
      </Control>
      <Control
        isMore
        label={showsAll ? text('workspace.picture.hide_boxes') : text('workspace.picture.show_boxes')}
        keys="B"
        pressed={showsAll}
        onClick={() => actions.current?.toggleBoxes()}
      >
        <IconSquareToggle size={16} aria-hidden />
      </Control>
      {look ? (
        <Control
          isMore
          label={
            look === 'flat' ? text('workspace.picture.as_was_taken') : text('workspace.picture.flattened')
          }
          keys="P"
          onClick={() => actions.current?.toggleFlat()}
        >
          {look === 'flat' ? (
            <IconPerspectiveOff size={16} aria-hidden />
          ) : (
            <IconPerspective size={16} aria-hidden />
          )}
        </Control>
      ) : null}
    </div>
  );
});

function Control({
  label,
  keys,
  pressed,
  isMore = false,
  onClick,
  children,
}: {
  label: string;
  keys: string;
  pressed?: boolean;
  /** Makes room on a phone while a field is filled from the picture. */
  isMore?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        onClick={onClick}
        data-more={isMore || undefined}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
