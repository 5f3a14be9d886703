import { IconArrowBackUp, IconArrowLeft, IconCheck, IconChevronRight, IconX } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';
import classes from './strip.module.css';
import type { DraftStrip } from './use-drafts.ts';

interface Props {
  kind: 'batch' | 'document';
  strip: DraftStrip;
  isFinishing: boolean;
  onFinish(): void;
}

/** The pictures of a batch or the pages of a document: looked through, put in order, taken out, sent. */
export function Strip({ kind, strip, isFinishing, onFinish }: Props) {
  const { shown, undoRemove } = strip;
  const text = useText();
  if (shown.length === 0 && !undoRemove)
    return <p className={classes.empty}>{text('camera.strip.empty', { kind })}</p>;
  return (
    <section className={classes.strip} aria-label={text('camera.strip.list', { kind })}>
      <ol>
        {shown.map(({ draft, address }, index) => (
          <li key={draft.clientId}>
            <img src={address} alt={text('camera.strip.picture', { kind, number: index + 1 })} />
            <span className={classes.number}>{index + 1}</span>
            <div className={classes.tools}>
              {kind === 'document' ? (
                <button
                  type="button"
                  aria-label={text('camera.strip.move', { to: 'forward', number: index + 1 })}
                  disabled={index === 0}
                  onClick={() => strip.move(draft.clientId, -1)}
                >
                  <IconArrowLeft size={18} aria-hidden />
                </button>
              ) : null}
              <button
                type="button"
                aria-label={text('camera.strip.remove', { kind, number: index + 1 })}
                onClick={() => strip.remove(draft.clientId)}
              >
                <IconX size={18} aria-hidden />
              </button>
              {kind === 'document' ? (
                <button
                  type="button"
                  aria-label={text('camera.strip.move', { to: 'back', number: index + 1 })}
                  disabled={index === shown.length - 1}
                  onClick={() => strip.move(draft.clientId, 1)}
                >
                  <IconChevronRight size={18} aria-hidden />
                </button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        {undoRemove ? (
          <button type="button" onClick={undoRemove}>
            <IconArrowBackUp size={18} aria-hidden /> {text('common.undo')}
          </button>
        ) : null}
        <button
          type="button"
          data-primary
          disabled={shown.length === 0 || isFinishing}
          aria-keyshortcuts="f"
          onClick={onFinish}
        >
          <IconCheck size={18} aria-hidden />
          {text('camera.strip.finish', { kind, count: shown.length })}
        </button>
      </div>
    </section>
  );
}
