import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { resolveVariables, theme } from './theme.ts';

/**
 * The style sheet of the theme's variables, which Mantine would otherwise work out again and repeat inside every page.
 * `variables.css` holds it; a test keeps the two in step.
 */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const variables = deepMerge(defaultCssVariablesResolver(merged), resolveVariables(merged));
  const schemes = convertCssVariables(
    {
      variables: {},
      dark: { '--mantine-color-scheme': 'dark' },
      light: { '--mantine-color-scheme': 'light' },
    },
    ':root',
  );
  return `/* Made by make-variables.ts from theme.ts. */\n${convertCssVariables(variables, ':root')}\n${schemes}\n`;
}
