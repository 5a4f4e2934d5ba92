import type { ReadSettings } from './read-settings.ts';
import type { Setting as ShownSetting } from '@tintype/contract/wire';
import type { Setting } from './setting.ts';
import { settings, type SettingName } from './settings.ts';

/**
 * Returns the configuration of the service, as JSON: each value and its source. Secrets are not in
 * it.
 * @param machine - Values that depend on the machine if they are not set.
 */
export function printedConfig(read: ReadSettings, machine: MachineValues): string {
  const rows = Object.entries(shownSettings(read, machine)).map(
    ([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`,
  );
  // One line per setting, for people and for grep.
  return `{\n${rows.join(',\n')}\n}\n`;
}

type MachineValues = Readonly<Partial<Record<SettingName, unknown>>>;

/** Returns each setting with its value and source, without secrets. */
export function shownSettings(
  { config, sources }: Pick<ReadSettings, 'config' | 'sources'>,
  machine: MachineValues,
): Record<string, { value?: unknown; from: string }> {
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(
    names.map((name) => {
      const value = config[name] ?? machine[name];
      const from = sources[name] ?? 'default';
      return [name, value === undefined ? { from } : { value: shown(name, value), from }];
    }),
  );
}

const units = ['bytes', 'seconds', 'days'] as const;

/** Returns the settings as {@link shownSettings}, each with what the docs say about it. */
export function describedSettings(
  read: Pick<ReadSettings, 'config' | 'sources'>,
  machine: MachineValues,
): Record<string, ShownSetting> {
  return Object.fromEntries(
    Object.entries(shownSettings(read, machine)).map(([name, row]) => {
      const setting: Setting = settings[name as SettingName];
      const { group, description, placeholder } = setting;
      const unit = units.find((one) => one === placeholder);
      return [name, { ...row, group, description, ...(unit && { unit }) }];
    }),
  );
}

function shown(name: SettingName, value: unknown): unknown {
  const { isSecret, conceal }: Setting = settings[name];
  if (!isSecret) return value;
  return conceal === undefined ? '[hidden]' : conceal(value);
}
