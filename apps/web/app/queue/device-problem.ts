import type { Problem } from '../api/answer.ts';
import type { SayText } from '../ui/texts.tsx';

/** What goes wrong on a device, by its code as problems have it, and as the messages of the catalogue name it. */
const codes = {
  'device.full': 'full',
  'device.not_open': 'not_open',
  'device.bytes_missing': 'bytes_missing',
  'device.not_opened': 'not_opened',
  'device.not_sent': 'not_sent',
  'device.file_unreadable': 'file_unreadable',
  'device.folder_unreadable': 'folder_unreadable',
  'device.not_kept': 'not_kept',
  'device.not_restored': 'not_restored',
  'device.failed': 'failed',
  'queue.full': 'picture_not_kept',
  'queue.no_key': 'no_key',
  'connection.lost': 'offline',
  'http.413': 'too_large',
  'file.empty': 'empty',
  'file.no_picture': 'no_picture',
  'file.picture_too_large': 'picture_too_large',
  'file.pdf_too_large': 'pdf_too_large',
  'file.xml_too_large': 'xml_too_large',
} as const;

export type DeviceProblemCode = keyof typeof codes | `http.${number}`;

/**
 * A problem without words: it is kept on the device, and made in workers too, which have no texts. {@link inWords} gives it
 * those of who looks.
 *
 * @param cause what the browser said, where there are no words for it
 */
export const deviceProblem = (code: DeviceProblemCode, cause?: unknown): Problem => ({
  status: code.startsWith('http.') ? Number(code.slice('http.'.length)) : 0,
  code,
  title: code,
  detail: cause === undefined ? '' : cause instanceof Error ? cause.message : String(cause),
});

/** Told by something between the device and Readout. */
const isStrange = (code: string): code is `http.${number}` => /^http\.\d+$/.test(code);

/** A problem of the device in the reader's words; one that the server told as it told it. */
export function inWords(problem: Problem, text: SayText): Problem {
  const code = Object.hasOwn(codes, problem.code)
    ? codes[problem.code as keyof typeof codes]
    : isStrange(problem.code)
      ? 'stranger'
      : undefined;
  if (!code) return problem;
  const title = text('common.device_problem.title', { code });
  // Where only the browser knows why, what it said is the detail.
  const known = code === 'not_sent' || code === 'not_kept' || code === 'failed' ? undefined : code;
  const detail = known
    ? text('common.device_problem.detail', { code: known, status: problem.status })
    : problem.detail;
  const action =
    code === 'failed' || code === 'not_restored' || code === 'offline'
      ? undefined
      : text('common.device_problem.action', { code });
  return { ...problem, title, detail, ...(action ? { action } : {}) };
}
