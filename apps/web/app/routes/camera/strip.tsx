import { IconArrowBackUp, IconArrowLeft, IconCheck, IconChevronRight, IconX } from '../../ui/icons.ts';
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
  const noun = kind === 'document' ? 'page' : 'picture';
  if (shown.length === 0 && !undoRemove)
    return (
      <p className={classes.empty}>
        {kind === 'document'
          ? 'The first picture is page 1. Finish when all pages are there.'
          : 'Pictures are kept on this device until you send them.'}
      </p>
    );
  return (
    <section className={classes.strip} aria-label={kind === 'document' ? 'Pages' : 'Batch'}>
      <ol>
        {shown.map(({ draft, address }, index) => (
          <li key={draft.clientId}>
            <img src={address} alt={`${noun} ${index + 1}`} />
            <span className={classes.number}>{index + 1}</span>
            <div className={classes.tools}>
              {kind === 'document' ? (
                <button
                  type="button"
                  aria-label={`Move page ${index + 1} forward`}
                  disabled={index === 0}
                  onClick={() => strip.move(draft.clientId, -1)}
                >
                  <IconArrowLeft size={18} aria-hidden />
                </button>
              ) : null}
              <button
                type="button"
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => strip.remove(draft.clientId)}
              >
                <IconX size={18} aria-hidden />
              </button>
              {kind === 'document' ? (
                <button
                  type="button"
                  aria-label={`Move page ${index + 1} back`}
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
            <IconArrowBackUp size={18} aria-hidden /> Undo
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
          {kind === 'document'
            ? `Finish document, ${shown.length} ${shown.length === 1 ? 'page' : 'pages'}`
            : `Send ${shown.length} ${shown.length === 1 ? 'picture' : 'pictures'}`}
        </button>
      </div>
    </section>
  );
}
