import { formatText } from '@readout/texts';
import { currentLocale } from './locale.ts';

const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Browser and system as far as a `User-Agent` tells them, for people to recognise their own sessions by; in the language of
 * whose request this is.
 */
export function browserName(userAgent: string): string {
  const locale = currentLocale();
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (!browser && !system) return formatText(locale, 'common.another_program', {});
  const shown = browser ?? formatText(locale, 'common.a_browser', {});
  return system ? formatText(locale, 'common.browser_on', { browser: shown, system }) : shown;
}
