import { resolve } from 'node:path';
import { readSwitch } from '../../switch-words.ts';
import type { SettingSource, SettingType } from './setting.ts';

/** On or off. */
export function onOff(): SettingType<boolean> {
  return {
    expected: 'true or false',
    placeholder: '',
    isSwitch: true,
    read(raw) {
      return typeof raw === 'boolean' ? raw : readSwitch(String(raw));
    },
  };
}

/** A whole number within bounds, both allowed. */
export function integer(
  minimum: number,
  maximum: number,
  placeholder: string,
): SettingType<number> {
  return {
    expected: `an integer from ${minimum} to ${maximum}`,
    placeholder: `<${placeholder}>`,
    read(raw, { kind }) {
      const isText = typeof raw === 'string' && kind !== 'file' && /^\s*-?\d+\s*$/.test(raw);
      const value = isText ? Number(raw) : raw;
      const isWithin = Number.isSafeInteger(value) && Number(value) >= minimum;
      return isWithin && Number(value) <= maximum ? Number(value) : undefined;
    },
  };
}

/** Text that fits a pattern. */
export function text(expected: string, pattern: RegExp, placeholder: string): SettingType<string> {
  return {
    expected,
    placeholder: `<${placeholder}>`,
    read: (raw) => (typeof raw === 'string' && pattern.test(raw.trim()) ? raw.trim() : undefined),
  };
}

/** One of a few words. */
export function choice<const V extends string>(values: readonly V[]): SettingType<V> {
  return {
    expected: `one of ${values.join(', ')}`,
    placeholder: `<${values.join(' | ')}>`,
    read: (raw) => values.find((value) => value === String(raw).trim().toLowerCase()),
  };
}

/** A file or a folder. Relative ones start at the current folder, in a configuration file at the folder that it lies in. */
export function path(what: 'file' | 'folder'): SettingType<string> {
  return {
    expected: `the path of a ${what}`,
    placeholder: `<${what}>`,
    read(raw, { baseDir }) {
      if (typeof raw !== 'string' || raw.trim() === '' || raw.includes('\0')) return undefined;
      return resolve(baseDir, raw);
    },
  };
}

interface ListOptions<T> {
  /** Default: a comma. */
  separator?: string;
  /** Throws for a bad list. */
  check(items: readonly string[], source: SettingSource): T[];
}

/** A list: an array in the file, a repeated flag, a variable separated by commas. */
export function list<T>(
  expected: string,
  placeholder: string,
  { separator = ',', check }: ListOptions<T>,
): SettingType<readonly T[]> {
  return {
    expected,
    placeholder: `<${placeholder}>`,
    isList: true,
    read(raw, source) {
      const { kind } = source;
      const parts = Array.isArray(raw) ? raw : kind === 'file' ? undefined : [raw];
      if (parts === undefined) return undefined;
      const items = parts.map((part) => (kind === 'file' ? [part] : String(part).split(separator)));
      return check(
        items
          .flat()
          .map((item) => String(item).trim())
          .filter((item) => item !== ''),
        source,
      );
    },
  };
}

/** A table: an object in the file, JSON anywhere else. `check` throws for a bad one. */
export function table<T>(expected: string, check: (value: object) => T): SettingType<T> {
  return {
    expected: `${expected}, as JSON`,
    placeholder: '<JSON>',
    read(raw, { kind }) {
      const value = kind === 'file' ? raw : parseJson(String(raw));
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? check(value) : undefined;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may hold credentials.
    throw new Error('it is not JSON');
  }
}
