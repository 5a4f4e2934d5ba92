import { describeExpected, schemaInfo, type ValueInfo } from '@tintype/contract/read';
import type * as z from 'zod/mini';

export interface SettingSource {
  kind: 'flag' | 'environment' | 'file';
  /**
   * Name in the output of `--print-config`: `--port`, `TINTYPE_PORT`, `port in /etc/tintype.json`.
   */
  name: string;
  /** Name of the value in messages: `--port`, `TINTYPE_PORT`, `port`. */
  label: string;
  /** File that messages name first. */
  file?: string;
  /** Base folder of relative paths. */
  baseDir: string;
}

/** Declaration of a setting. Its flag, variable and key in the file are spellings of its name. */
export interface Setting<T = unknown> {
  /** Schema of the value as JSON. */
  schema: z.core.$ZodType<T>;
  group: string;
  /** One line. */
  description: string;
  /** Placeholder of the flag's value in the help. */
  placeholder?: string;
  /** True for paths. Relative ones start at the folder of their source. */
  isPath?: boolean;
  /** Separator of list items in text; default a comma. */
  separator?: string;
  /** Absent if there is no default. */
  default?: T;
  /** Text for the docs if the default depends on the machine. */
  defaultText?: string;
  /** True if the value is never shown, and may come from a file (`..._FILE`). */
  isSecret?: boolean;
  /** Returns the visible part of a secret value. */
  conceal?(value: T): unknown;
  /** Name of the flag, if it differs from the setting's. An inverted flag sets the opposite. */
  flag?: { name: string; isInverted?: boolean };
}

/** Describes the allowed values. */
export function settingExpected({ schema }: Setting): string {
  const info = schemaInfo(schema);
  return `${describeExpected(info)}${info.type === 'object' ? ', as JSON' : ''}`;
}

export function settingType({ schema }: Setting): ValueInfo['type'] {
  return schemaInfo(schema).type;
}

/** Returns the environment variable of a setting: `TINTYPE_DATA_DIR` for `data_dir`. */
export function variableName(name: string): string {
  return `TINTYPE_${name.toUpperCase()}`;
}

/** Returns the flag of a setting: `--data-dir` for `data_dir`. */
export function settingFlag(name: string, { flag }: Setting): string {
  const spelled = flag?.name ?? name.replaceAll('_', '-');
  return flag?.isInverted ? `--no-${spelled}` : `--${spelled}`;
}
