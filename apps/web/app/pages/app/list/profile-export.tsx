import { Alert, Button, Loader } from '@mantine/core';
import type { components } from '@readout/api-client';
import { plainShape } from '@readout/domain/exports/rules';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { aboutCompany } from '../../../../server/request/company-marker.ts';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { listQuery } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { Row } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { useViewer } from '../../../viewer.ts';
import classes from './list.module.css';

type Export = components['schemas']['Export'];

const askEveryMs = 700;

/** An export by a profile: asked for, waited for, and handed over. */
export function ProfileExport({
  query,
  profile,
  again,
  count,
  onClose,
}: {
  query: string;
  profile: { id: string };
  /** Also what it exported before. */
  again: boolean;
  count: number;
  onClose(): void;
}) {
  const text = useText();
  const company = useViewer()?.company;
  const [made, setMade] = useState<Export>();
  const [problem, setProblem] = useState<Problem>();
  const [isAsking, setIsAsking] = useState(false);
  const file = useRef<HTMLAnchorElement>(null);
  const { addressOf } = useWorkspace();
  const partOf = (what: 'file' | 'originals') =>
    made ? aboutCompany(`/api/v1/exports/${made.id}/${what}`, company?.id) : undefined;
  const isOpen = made?.state === 'queued' || made?.state === 'running';

  useEffect(() => {
    if (!made || !isOpen) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      api.get('/exports/{id}', { path: { id: made.id }, signal: leaving.signal }).then(
        (answer) => {
          if (!answer.ok) {
            setProblem(answer.problem);
            setMade(undefined);
          } else setMade(answer.value);
        },
        () => undefined,
      );
    }, askEveryMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [made, isOpen]);
  const state = made?.state;
  useEffect(() => {
    if (state === 'done') file.current?.click();
  }, [state]);

  const run = async () => {
    setIsAsking(true);
    setProblem(undefined);
    const answer = await api.post('/exports', {
      body: { ...listQuery(query), ...plainShape, profile: profile.id, again },
    });
    setIsAsking(false);
    if (answer.ok) setMade(answer.value);
    else setProblem(answer.problem);
  };
  return (
    <>
      <div role="status" className={classes.preview}>
        {isOpen ? <Loader size="sm" type="bars" aria-label={text('workspace.export.working')} /> : null}
        {state === 'done' ? <p>{text('workspace.export.done', { count: made?.rows ?? 0 })}</p> : null}
      </div>
      {state === 'done' ? (
        <Row gap={8}>
          <Button component="a" ref={file} href={partOf('file')} download="" variant="default">
            {text('workspace.export.file')}
          </Button>
          {made?.profile?.withOriginals ? (
            <Button component="a" href={partOf('originals')} download="" variant="default">
              {text('workspace.export.originals')}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {made?.heldBack ? (
        <section className={classes.doubtful} aria-label={text('workspace.export.held_back', made.heldBack)}>
          <p>{text('workspace.export.held_back', made.heldBack)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <ul className={classes.named} tabIndex={0}>
            {made.heldBack.records.map(({ recordId, captureId, fileName, lacks }) => (
              <li key={recordId}>
                <Link to={addressOf(captureId)} onClick={onClose}>
                  {fileName}
                </Link>{' '}
                <span className={classes.dim}>
                  {lacks.map((lack) => text('workspace.export.lack', { lack })).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {state === 'failed' ? (
        <Alert color="red" role="alert">
          {text('workspace.export.failed', { code: made?.error?.code ?? '' })}
        </Alert>
      ) : null}
      {problem ? (
        <Alert color="red" title={problem.title} role="alert">
          {problem.detail} {problem.action}
        </Alert>
      ) : null}
      <Row isOneLine gap={8} justify="end">
        <Button variant="default" onClick={onClose}>
          {text(state === 'done' ? 'common.close' : 'common.cancel')}
        </Button>
        {state === 'done' || count === 0 ? null : (
          <Button loading={isAsking || isOpen} onClick={() => void run()}>
            {text('workspace.export.run', { count })}
          </Button>
        )}
      </Row>
    </>
  );
}
