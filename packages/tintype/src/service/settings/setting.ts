import { describeExpected, schemaInfo, type ValueInfo } from '@tintype/contract/read';
import type * as z from 'zod/mini';

/** Place of a value. */
export interface SettingSource {
  kind: 'flag' | 'environment' | 'file';
  /** For the answer to `--print-config`: `--port`, `TINTYPE_PORT`, `port in /etc/tintype.json`. */
  name: string;
  /** Name of the value in messages: `--port`, `TINTYPE_PORT`, `port`. */
  label: string;
  /** The file that a message names before it. */
  file?: string;
  /** The folder that relative paths start at. */
  baseDir: string;
}

/**
 * Everything that is known about one setting. Flag, variable and key of the file follow from its
 * name.
 */
export interface Setting<T = unknown> {
  /** Of the value as JSON. */
  schema: z.core.$ZodType<T>;
  group: string;
  /** One line. */
  description: string;
  /** Placeholder of the flag's value in the help. */
  placeholder?: string;
  /** A path, or a list of them: relative ones start at the folder of their source. */
  isPath?: boolean;
  /** Separator of the items of a list in a text; default a comma. */
  separator?: string;
  /** Absent if there is no default. */
  default?: T;
  /** Text for the docs if the default depends on the machine. */
  defaultText?: string;
  /** Its value is never shown, and may come from a file (`..._FILE`). */
  isSecret?: boolean;
  /** Returns the visible part of a secret value. */
  conceal?(value: T): unknown;
  /** The flag, where it is not the name with dashes; an inverted one sets the opposite. */
  flag?: { name: string; isInverted?: boolean };
}

/** Describes the allowed values. */
export function settingExpected({ schema }: Setting): string {
  const info = schemaInfo(schema);
  return `${describeExpected(info)}${info.type === 'object' ? ', as JSON' : ''}`;
}

/** The type of a setting's value. */
export function settingType({ schema }: Setting): ValueInfo['type'] {
  return schemaInfo(schema).type;
}

/** The environment variable of a setting: `data_dir` gives `TINTYPE_DATA_DIR`. */
export function variableName(name: string): string {
  return `TINTYPE_${name.toUpperCase()}`;
}

/** The flag of a setting as it is typed: `data_dir` gives `--data-dir`. */
export function settingFlag(name: string, { flag }: Setting): string {
  const spelled = flag?.name ?? name.replaceAll('_', '-');
  return flag?.isInverted ? `--no-${spelled}` : `--${spelled}`;
}
