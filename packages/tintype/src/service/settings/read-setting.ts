import { resolve } from 'node:path';
import { checkValue, schemaInfo } from '@tintype/contract/read';
import { wrongValue } from '@tintype/contract/light';
import { fromText } from '../../from-text.ts';
import { settingExpected, type Setting, type SettingSource } from './setting.ts';

/** An unparsed value and its source. */
export interface WrittenSetting {
  raw: unknown;
  source: SettingSource;
}

/** Parses one value of a setting. @throws Error with a sentence for each invalid part */
export function readSetting(setting: Setting, { raw, source }: WrittenSetting): unknown {
  const { schema, isPath, isSecret = false } = setting;
  const value = jsonOf(setting, raw, source);
  const place = source.file === undefined ? '' : `${source.file}: `;
  if (schemaInfo(schema).type === 'object' && typeof value === 'string') {
    const reason = 'it is not JSON';
    const options = { secret: true, reason };
    throw new Error(place + wrongValue(source.label, settingExpected(setting), value, options));
  }
  const { value: read, problems } = withProblems(
    checkValue(schema, value, source.label, { noun: 'key', ...(isSecret && { secret: true }) }),
  );
  if (problems.length > 0) throw new Error(problems.map((message) => place + message).join(' '));
  if (!isPath) return read;
  return Array.isArray(read)
    ? read.map((path) => resolve(source.baseDir, String(path)))
    : resolve(source.baseDir, String(read));
}

function withProblems(checked: ReturnType<typeof checkValue>) {
  if (checked.problems === undefined) return { value: checked.value, problems: [] };
  return { value: undefined, problems: checked.problems.map(({ message }) => message) };
}

function jsonOf({ schema, separator }: Setting, raw: unknown, { kind }: SettingSource): unknown {
  const info = schemaInfo(schema);
  if (kind === 'file') {
    const isWord = typeof raw === 'string' && (info.type === 'string' || info.type === 'boolean');
    return isWord ? fromText(raw, info) : raw;
  }
  if (Array.isArray(raw)) return raw.flatMap((text) => fromText(String(text), info, separator));
  return typeof raw === 'string' ? fromText(raw, info, separator) : raw;
}
