import type { ReadSettings } from './read-settings.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingName } from './settings.ts';

/**
 * What the service would run with, as JSON: each value and where it comes from. Secrets are not in it.
 *
 * @param machine - Values that the machine decides where nobody set one.
 */
export function printedConfig(
  { config, sources }: ReadSettings,
  machine: Readonly<Partial<Record<SettingName, unknown>>>,
): string {
  const rows = (Object.keys(settings) as SettingName[]).map((name) => {
    const value = config[name] ?? machine[name];
    const from = sources[name] ?? 'default';
    const row = value === undefined ? { from } : { value: shown(name, value), from };
    return `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`;
  });
  // A line for each setting: for eyes and for grep.
  return `{\n${rows.join(',\n')}\n}\n`;
}

function shown(name: SettingName, value: unknown): unknown {
  const { isSecret, conceal }: Setting = settings[name];
  if (!isSecret) return value;
  return conceal === undefined ? '[hidden]' : conceal(value);
}
