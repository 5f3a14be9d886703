/** What a plugin wrote with `console`, as text. */
export interface ConsoleLine {
  level: 'log' | 'info' | 'warn' | 'error';
  /** At most {@link consoleLimits.maxLineLength} characters. */
  text: string;
}

/** What one run may write. */
export const consoleLimits = { maxLines: 200, maxLineLength: 2_000 } as const;

export const consoleLevels = ['log', 'info', 'warn', 'error'] as const;

/**
 * Defines `console` inside the interpreter, out of functions captured before any plugin ran. The lines are made whether
 * anybody listens or not, so that a plugin takes the same ticks in the studio and at work.
 */
export const consoleSource = `(write) => {
  'use strict';
  const { stringify } = JSON;
  const text = String, errorClass = Error, hasInstance = Function.prototype.call.bind(Function.prototype[Symbol.hasInstance]);
  const cut = Function.prototype.call.bind(String.prototype.slice);
  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (value !== null && typeof value === 'object') {
        if (hasInstance(errorClass, value)) return text(value);
        const json = stringify(value, (key, inner) => typeof inner === 'bigint' ? text(inner) : inner, 1);
        if (typeof json === 'string') return json;
      }
      return text(value);
    } catch (error) {
      return '(cannot be shown)';
    }
  };
  let left = ${consoleLimits.maxLines};
  const writer = (level) => function () {
    if (left <= 0) return;
    left--;
    let line = '';
    for (let at = 0; at < arguments.length; at++) line += (at > 0 ? ' ' : '') + cut(show(arguments[at]), 0, ${consoleLimits.maxLineLength});
    write(level, cut(line, 0, ${consoleLimits.maxLineLength}));
    if (left === 0) write('warn', 'No more lines are shown of this run.');
  };
  return { log: writer('log'), info: writer('info'), warn: writer('warn'), error: writer('error'), debug: writer('log') };
}`;
