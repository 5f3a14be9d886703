import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
  type VariantColorsResolver,
} from '@mantine/core';
import type { SayText } from '../ui/texts.tsx';

/** Greys with a trace of green, from paper to ink. */
const grey: MantineColorsTuple = [
  '#f4f5f3',
  '#e9ebe8',
  '#d5d9d4',
  '#b9bfb9',
  '#8a918b',
  '#69716b',
  '#525a55',
  '#39403b',
  '#222725',
  '#161a18',
];
const dark: MantineColorsTuple = [
  '#e9eeea',
  '#c3ccc6',
  '#9ba69f',
  '#6d7771',
  '#5f6963',
  '#2b322e',
  '#1f2522',
  '#161a18',
  '#0e1110',
  '#090b0a',
];
const signal: MantineColorsTuple = [
  '#dcf3e9',
  '#bfe9d8',
  '#93dcbf',
  '#4fe3ae',
  '#1cc48d',
  '#00a673',
  '#008a60',
  '#00714f',
  '#005a3f',
  '#0d2c21',
];
const notice: MantineColorsTuple = [
  '#fdf0d5',
  '#fbe2ae',
  '#ffd280',
  '#ffc15a',
  '#ffb533',
  '#e69500',
  '#b87400',
  '#865000',
  '#663d00',
  '#33250a',
];
const alarm: MantineColorsTuple = [
  '#fbe6e4',
  '#f6ccc8',
  '#ff8a80',
  '#ff6a5e',
  '#ee4a3f',
  '#d8352b',
  '#c62e25',
  '#b3261e',
  '#8f1e18',
  '#3a1714',
];

/**
 * Filled parts in ink turn around with the colour scheme: their text is paper, whichever of the two that is. Those in
 * alarm are one red with white on it in both; the palette's ends, which are the filled shades, leave a label no contrast.
 */
const filledInBothSchemes: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const color = input.color ?? 'ink';
  if (input.variant !== 'filled') return resolved;
  if (color === 'red' || color === 'alarm')
    return {
      ...resolved,
      background: 'var(--mantine-color-alarm-7)',
      hover: 'var(--mantine-color-alarm-8)',
      color: '#ffffff',
    };
  if (color !== 'ink') return resolved;
  return { ...resolved, background: 'var(--ink)', hover: 'var(--ink-hover)', color: 'var(--ink-text)' };
};

export const theme = createTheme({
  variantColorResolver: filledInBothSchemes,
  // `ink` is the colour of actions, so that green is left to say "read".
  colors: { gray: grey, dark, ink: grey, signal, notice, alarm, red: alarm, green: signal, yellow: notice },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: {
    fontFamily: 'var(--font-sans)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '1px', sm: '2px', md: '2px', lg: '4px', xl: '4px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Named, because only a named variant asks the resolver above.
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    ActionIcon: { defaultProps: { variant: 'filled' } },
    Checkbox: {
      vars: () => ({
        root: { '--checkbox-color': 'var(--ink)', '--checkbox-icon-color': 'var(--ink-text)' },
      }),
    },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
    // An overlay that fades is still there to swallow the next key of someone who works by keyboard.
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
    // Its end is above the line for what is said in passing.
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        yOffset: 'calc(max(5dvh, var(--notes-line) + 4px))',
      },
    },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
  },
});

/** The theme, with names in the reader's language: Mantine's cross has none of its own. */
export function themeIn(text: SayText): MantineThemeOverride {
  const named = { defaultProps: { closeButtonProps: { 'aria-label': text('common.close') } } };
  return mergeThemeOverrides(theme, { components: { Modal: named, Notification: named, Drawer: named } });
}

/** Mantine's own variables, pointed at the palette of `tokens.css`; see `variables.ts`. */
export const resolveVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface-page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-anchor': 'var(--text)',
    '--mantine-color-placeholder': 'var(--text-dim)',
    '--mantine-color-error': 'var(--alarm)',
    '--input-bd': 'var(--line-strong)',
    '--mantine-primary-color-filled': 'var(--ink)',
    '--mantine-primary-color-contrast': 'var(--ink-text)',
    '--mantine-color-ink-filled': 'var(--ink)',
  };
  return { variables: {}, light: both, dark: both };
};
