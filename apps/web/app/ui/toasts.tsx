import { Notifications } from '@mantine/notifications';
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './toasts.module.css';

/** The library puts it on the places of all corners. */
const className = 'toasts';
/** More than are seen: without room in the library's list, what is said now would wait for what was said before. */
const limit = 30;

const LineContext = createContext<HTMLElement | null>(null);

/** Around a page: below it a line is kept free for what is said in passing, which therefore never lies over anything. */
export function WithNotesLine({ children }: { children: ReactNode }) {
  const [line, setLine] = useState<HTMLElement | null>(null);
  return (
    <LineContext value={line}>
      {children}
      <div ref={setLine} className={classes.line} data-notes-line />
      <Notifications position="bottom-right" limit={limit} className={className} />
    </LineContext>
  );
}

/** What a page has in that line, at its end, where nothing is said. */
export function InNotesLine({ children }: { children: ReactNode }) {
  const line = use(LineContext);
  return line ? createPortal(children, line) : null;
}
