import { settingType, type Setting } from '../../service/settings/setting.ts';
import { settings } from '../../service/settings/settings.ts';
import { HELP_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';

export const SERVE_FLAGS: readonly Flag[] = [
  ...Object.entries<Setting>(settings).map(([name, setting]) => settingToFlag(name, setting)),
  ...inGroup('Other', {
    config: ['<file>', 'A JSON file with settings. Also TINTYPE_CONFIG.'],
    'print-config': ['', 'Check the settings, print them as JSON without secrets, and exit.'],
  }),
  { ...VERBOSE_FLAG, group: 'Other', description: 'Print stack traces of start-up failures.' },
  { ...HELP_FLAG, group: 'Other' },
];

function settingToFlag(name: string, setting: Setting): Flag {
  const { placeholder, flag, group } = setting;
  const type = settingType(setting);
  const description = setting.description + defaultSentence(setting);
  return {
    name: flag?.name ?? name.replaceAll('_', '-'),
    ...(flag?.isInverted ? { isOn: true } : {}),
    ...(placeholder === undefined ? {} : { placeholder: `<${placeholder}>` }),
    ...(type === 'list' ? { isList: true } : {}),
    group,
    description,
    parameter: name,
  };
}

function defaultSentence(setting: Setting): string {
  const { default: value, defaultText } = setting;
  if (defaultText !== undefined) return ` Default: ${defaultText}.`;
  const says = value !== undefined && !['boolean', 'list'].includes(settingType(setting));
  return says ? ` Default ${String(value)}.` : '';
}

/** Returns the typed values by the name of their setting. */
export function typedSettings({ entries }: ParsedFlags): Record<string, string[]> {
  const typed: Record<string, string[]> = {};
  for (const { flag, value } of entries) {
    if (flag.parameter !== undefined) (typed[flag.parameter] ??= []).push(value);
  }
  return typed;
}
