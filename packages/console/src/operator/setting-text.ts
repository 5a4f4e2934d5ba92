import type { Settings } from '@tintype/client';

type Setting = Settings[string];

const binary = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Returns the value of a setting with its unit: `64 MiB`, `30 days`. */
export function settingText({ value, unit }: Setting): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(', ');
  }
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (unit === 'bytes') return binarySize(value);
  // A port has no thousands.
  if (unit === undefined) return String(value);
  return `${value.toLocaleString('en')} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

/** The largest unit of which the size has at most one decimal. */
function binarySize(bytes: number): string {
  const power = binary.findLastIndex(
    (_, at) => bytes >= 1024 ** at && Number.isInteger((bytes / 1024 ** at) * 10),
  );
  return `${(bytes / 1024 ** Math.max(0, power)).toLocaleString('en')} ${binary[Math.max(0, power)]}`;
}

/** Settings that contain all words, by group. */
export function findSettings(
  settings: Settings,
  { words, onlyChanged }: { words: string; onlyChanged: boolean },
): [string, [string, Setting][]][] {
  const wanted = words.toLowerCase().split(/\s+/);
  const found = Object.entries(settings).filter(([name, setting]) => {
    const { from, group = '', description = '' } = setting;
    const text = `${name} ${from} ${group} ${description} ${settingText(setting)}`.toLowerCase();
    return (!onlyChanged || from !== 'default') && wanted.every((word) => text.includes(word));
  });
  const groups = new Map<string, [string, Setting][]>();
  for (const entry of found) {
    const group = entry[1].group ?? 'Others';
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups];
}
