import { readFile } from 'node:fs/promises';
import { nearest } from '@tintype/contract';
import { unknownName, wrongValue } from '@tintype/contract/light';

export interface ConfigFile {
  path: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JSON file with settings.
 * @throws Error with the file, and for an unknown key the most similar one
 */
export async function readConfigFile(path: string, names: readonly string[]): Promise<ConfigFile> {
  const values = parse(path, await readText(path));
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    const expected = 'one JSON object with settings';
    throw new Error(wrongValue(path, expected, values));
  }
  for (const key of Object.keys(values)) {
    if (names.includes(key)) continue;
    const near = nearest(key, names);
    const all = 'tintype serve --help lists them.';
    throw new Error(`${path}: ${unknownName('setting', key, near, all)}`);
  }
  return { path, values: values as Record<string, unknown> };
}

/** Reads a file of the configuration. @throws Error with the file */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === undefined ? undefined : READ_ERRORS[code];
    throw new Error(`${path}: ${why ?? 'cannot be read'}.`, { cause });
  }
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    // Only the position: the message quotes the text, which may contain keys.
    const at = /line \d+ column \d+/.exec((cause as Error).message)?.[0];
    throw new Error(`${path}: it is not JSON${at === undefined ? '' : ` (${at})`}.`);
  }
}
