import { dirname, resolve } from 'node:path';
import { nearest } from '@tintype/contract';
import { withoutUndefined } from '@tintype/contract/read';
import { readConfigFile, readText, type ConfigFile } from './config-file.ts';
import { readSetting, type WrittenSetting } from './read-setting.ts';
import { settingFlag, settingType, variableName, type Setting } from './setting.ts';
import { settings, type ServiceConfig, type SettingName } from './settings.ts';

export interface SettingPlaces {
  /** Typed values, by name of the setting; the value of a switch is `true` or `false`. */
  flags: Readonly<Partial<Record<string, readonly string[]>>>;
  variables: Readonly<Record<string, string | undefined>>;
  /** Base folder of relative paths in flags and variables. */
  cwd: string;
  /** Path of the configuration file; default TINTYPE_CONFIG, then none. */
  configFile?: string;
}

export interface ReadSettings {
  config: ServiceConfig;
  /** Source of each value, for messages; absent for a default. */
  sources: Partial<Record<SettingName, string>>;
  /** Sentences about values without an effect. */
  warnings: string[];
}

const names = Object.keys(settings) as SettingName[];
/** Variables that are not settings of the service. */
const otherVariables = ['TINTYPE_CONFIG', 'TINTYPE_PINNED_NODE'];

/**
 * Reads all settings. A flag takes precedence over a variable, that over the file, and that over
 * the default.
 * @throws Error with one sentence for each invalid value: its source, what is allowed, and the
 * value
 */
export async function readSettings(places: SettingPlaces): Promise<ReadSettings> {
  const path = places.configFile ?? (places.variables['TINTYPE_CONFIG'] || undefined);
  const file =
    path === undefined ? undefined : await readConfigFile(resolve(places.cwd, path), names);
  const values: Record<string, unknown> = {};
  const sources: ReadSettings['sources'] = {};
  const problems: string[] = [];
  for (const name of names) {
    const setting: Setting = settings[name];
    values[name] = setting.default;
    try {
      const written = await findWritten(name, setting, places, file);
      if (written === undefined) continue;
      values[name] = readSetting(setting, written);
      sources[name] = written.source.name;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new Error(problems.join(' '));
  const config = withoutUndefined(values) as ServiceConfig;
  refuseWithoutEffect(config, sources);
  return { config, sources, warnings: unknownVariables(places.variables) };
}

/** Rejects a limit without an effect, which would be worse than none. */
function refuseWithoutEffect(config: ServiceConfig, sources: ReadSettings['sources']): void {
  const { max_database_bytes: source } = sources;
  const isUsual = config.max_database_bytes === settings.max_database_bytes.default;
  if (source === undefined || isUsual || /^sqlite(?::|$)/.test(config.store)) return;
  throw new Error(
    `${source}: it limits the file of SQLite. Limit a Postgres database in Postgres, and leave this setting out.`,
  );
}

async function findWritten(
  name: SettingName,
  setting: Setting,
  { flags, variables, cwd }: SettingPlaces,
  file: ConfigFile | undefined,
): Promise<WrittenSetting | undefined> {
  const typed = flags[name];
  if (typed !== undefined && typed.length > 0) {
    const flag = settingFlag(name, setting);
    const source = { kind: 'flag', name: flag, label: flag, baseDir: cwd } as const;
    const isList = settingType(setting) === 'list';
    return { raw: isList ? typed : inverted(setting, typed.at(-1)), source };
  }
  const variable = variableName(name);
  const value = variables[variable] || undefined;
  const valueFile = (setting.isSecret && variables[`${variable}_FILE`]) || undefined;
  if (value !== undefined && valueFile !== undefined) {
    throw new Error(`${variable} and ${variable}_FILE are both set: leave one of them out.`);
  }
  const fromVariable = (label: string) =>
    ({ kind: 'environment', name: label, label, baseDir: cwd }) as const;
  if (value !== undefined) return { raw: value, source: fromVariable(variable) };
  if (valueFile !== undefined) {
    const text = await readSecret(`${variable}_FILE`, resolve(cwd, valueFile));
    return { raw: text, source: fromVariable(`${variable}_FILE`) };
  }
  // `null` is the same as leaving the key out.
  const own = file?.values[name] ?? undefined;
  if (file === undefined || own === undefined) return undefined;
  const { path } = file;
  const named = { name: `${name} in ${path}`, label: name, file: path };
  return { raw: own, source: { kind: 'file', ...named, baseDir: dirname(path) } };
}

function inverted({ flag }: Setting, value: string | undefined): unknown {
  return flag?.isInverted ? value !== 'true' : value;
}

async function readSecret(variable: string, path: string): Promise<string> {
  try {
    return (await readText(path)).trim();
  } catch (error) {
    throw new Error(`${variable}: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns a warning for each mistyped variable, which would otherwise have no effect. */
function unknownVariables(variables: SettingPlaces['variables']): string[] {
  const known = names.flatMap((name) => {
    const variable = variableName(name);
    const { isSecret }: Setting = settings[name];
    return isSecret ? [variable, `${variable}_FILE`] : [variable];
  });
  return Object.keys(variables)
    .filter((variable) => variable.startsWith('TINTYPE_'))
    .filter((variable) => ![...known, ...otherVariables].includes(variable))
    .map((variable) => {
      const near = nearest(variable, known);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return `Unknown setting ${variable}: it has no effect.${hint}`;
    });
}
