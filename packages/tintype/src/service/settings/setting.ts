/** Where a value was written. */
export interface SettingSource {
  kind: 'flag' | 'environment' | 'file';
  /** What to call it in messages: `--port`, `TINTYPE_PORT`, `port in /etc/tintype.json`. */
  name: string;
  /** The folder that relative paths start at. */
  baseDir: string;
}

/** How the values of a setting are read. */
export interface SettingType<T> {
  /** For docs and messages, after "expected": `an integer from 0 to 65535`. */
  expected: string;
  /** What the help shows behind the flag. */
  placeholder: string;
  isSwitch?: boolean;
  isList?: boolean;
  /** Gives undefined for what is not expected; may throw an Error that says more. */
  read(raw: unknown, source: SettingSource): T | undefined;
}

/** Everything that is known about one setting. Flag, variable and key of the file follow from its name. */
export interface Setting<T = unknown> {
  type: SettingType<T>;
  group: string;
  /** One line. */
  description: string;
  /** Absent where nothing is set unless somebody sets it. */
  default?: T;
  /** What the docs say where the default depends on the machine. */
  defaultText?: string;
  /** Its value is never shown, and may come from a file (`..._FILE`). */
  isSecret?: boolean;
  /** What may be shown of a secret value. */
  conceal?(value: T): unknown;
  /** The flag, where it is not the name with dashes; an inverted one sets the opposite. */
  flag?: { name: string; isInverted?: boolean };
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
