import { Button, CopyButton } from '@mantine/core';
import type { StudioCapture, StudioInput } from '@readout/domain/plugins/fixtures/rules';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { RecordWithPlaces } from '../../../../picture/field-boxes.ts';
import { type PictureDetail, PicturePane } from '../../../../picture/picture-pane.tsx';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { CaptureStrip } from './capture-strip.tsx';
import { isDrawn } from './drawn-id.ts';
import { DrawnPage } from './drawn-page.tsx';
import classes from './studio.module.css';
import type { ShownCapture } from './use-shown-capture.ts';

interface CaptureSideProps {
  captures: readonly StudioCapture[];
  /** Pages of text to try a program on as long as nothing is captured. */
  examples: readonly StudioInput[];
  capture: ShownCapture;
  records: readonly RecordWithPlaces[];
}

/** The capture beside the program: picture, boxes, and what stands where one points. */
export const CaptureSide = memo(function CaptureSide({
  captures,
  examples,
  capture,
  records,
}: CaptureSideProps) {
  const text = useText();
  const { shown, problem, id, choose } = capture;
  return (
    <div className={classes.captureSide}>
      {shown ? (
        <Shown key={shown.id} shown={shown} records={records} />
      ) : (
        <p className={classes.hint} role="status">
          {problem?.detail ?? text('editor.desk.opening')}
        </p>
      )}
      {captures.length > 0 ? (
        <CaptureStrip captures={captures} openId={id} choose={choose} />
      ) : (
        <div className={classes.examples}>
          {examples.map((example) => (
            <Button
              key={example.id}
              size="compact-xs"
              variant="default"
              aria-pressed={example.id === id}
              onClick={() => choose(example.id)}
            >
              {example.name}
            </Button>
          ))}
          <span>
            <FormattedText
              id="editor.capture.examples"
              values={{ link: (inside) => <Link to="/camera">{inside}</Link> }}
            />
          </span>
        </div>
      )}
    </div>
  );
});

function Shown({ shown, records }: { shown: StudioInput; records: readonly RecordWithPlaces[] }) {
  const text = useText();
  const [pickedId, setPickedId] = useState<string>();
  const { reading } = shown.input;
  const detail = useMemo((): PictureDetail => {
    const page = {
      id: shown.id,
      pageNumber: shown.pageNumber,
      state: 'read' as const,
      failureCode: null,
      width: shown.width,
      height: shown.height,
    };
    return {
      capture: { id: shown.id, title: shown.name, fileName: shown.name },
      page,
      pages: [page],
      reading,
      records,
    };
  }, [shown, reading, records]);
  const picked = [...reading.lines, ...reading.barcodes].find((each) => each.id === pickedId);
  return (
    <>
      <div className={classes.picture}>
        {isDrawn(shown.id) ? (
          <DrawnPage name={shown.name} reading={reading} records={records} onPickLine={setPickedId} />
        ) : (
          <PicturePane detail={detail} hits={picked ? [picked.box] : noHits} onPickLine={setPickedId} />
        )}
      </div>
      <div className={classes.picked} role="status">
        {picked ? (
          <>
            <code>{picked.id}</code>
            <span>{picked.text}</span>
            <CopyButton value={picked.text}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? text('common.copied') : text('editor.capture.copy')}
                </Button>
              )}
            </CopyButton>
          </>
        ) : (
          <span>{text('editor.capture.pick')}</span>
        )}
      </div>
    </>
  );
}

const noHits: never[] = [];
