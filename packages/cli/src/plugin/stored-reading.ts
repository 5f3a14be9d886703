import type { PluginReading } from '@readout/plugin-kit';
import { declaredPart } from '@readout/plugin-kit/document';

/** What a plugin is given of a reading, as `reading.json` keeps it: numbers to a thousandth. */
export function storedReading(reading: PluginReading): PluginReading {
  return JSON.parse(
    JSON.stringify(declaredPart(reading), (_, item) =>
      typeof item === 'number' ? Math.round(item * 1000) / 1000 : item,
    ),
  );
}
