import { readFile } from 'node:fs/promises';

/** Returns the version of this package. */
export async function readVersion(): Promise<string> {
  // The path is the same from src/cli and from dist/cli.
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
