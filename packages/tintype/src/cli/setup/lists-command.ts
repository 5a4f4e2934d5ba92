import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knownLists, type KnownList } from '@tintype/block';
import { expecting } from '@tintype/contract/read';
import * as z from 'zod/mini';
import { createEgress } from '@tintype/egress';
import { cacheDirFor, listsDirFor } from '../../part-options.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { fetchFile } from './fetch-file.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { readFlag } from '../flags/read-flag.ts';
import { formatBytes, paint } from '../output/terminal.ts';

const USAGE = `Usage
  tintype lists show
  tintype lists update [--mirror <url>]

Filter lists make --block-annoyance ads and tracking more thorough: they match paths and elements, not only hosts. They come from
their authors under their own terms, and are not part of Tintype.`;

const FLAGS: readonly Flag[] = [
  ...inGroup('Download', {
    mirror: ['<url>', 'URL to download from: a folder with easylist.txt and easyprivacy.txt.'],
  }),
  QUIET_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** About ten times the size of the largest list. */
const limits = { maxBytes: 30_000_000, timeoutMs: 60_000 };

/** `tintype lists`: shows the known filter lists, or downloads them. */
export const listsCommand = createCommand({ usage: USAGE, flags: FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<void> {
  const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  const [action = '', extra] = parsed.positionals;
  if (extra !== undefined || (action !== 'show' && action !== 'update')) {
    const got = parsed.positionals.length === 0 ? 'nothing' : `"${parsed.positionals.join(' ')}"`;
    throw new UsageError(`Say tintype lists show, or tintype lists update; got ${got}.`);
  }
  const folder = listsDirFor(cacheDirFor(undefined, context.environment));
  if (action === 'show') return show(folder, context);
  return update(folder, readFlag(mirrorUrl, 'mirror', given), parsed.isOn('quiet'), context);
}

const mirrorUrl = z.pipe(
  z.string().check(
    z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')),
    expecting('an http or https URL'),
  ),
  z.transform((text: string) => new URL(text.endsWith('/') ? text : `${text}/`)),
);

async function show(folder: string, { stdout, environment }: CliContext): Promise<void> {
  for (const { name } of knownLists) {
    const found = await stat(join(folder, `${name}.txt`)).catch(() => undefined);
    const words = found
      ? `${formatBytes(found.size)}, of ${found.mtime.toISOString().slice(0, 10)}`
      : 'not installed: tintype lists update';
    stdout.write(`${name.padEnd(13)}${words}\n`);
  }
  stdout.write(`${'folder'.padEnd(13)}${folder}\n`);
  for (const place of environment.blockLists) stdout.write(`${'yours'.padEnd(13)}${place}\n`);
}

async function update(
  folder: string,
  mirror: URL | undefined,
  isQuiet: boolean,
  { stderr, environment, signal }: CliContext,
): Promise<void> {
  // The user typed the mirror's host: it is allowed even if it is private.
  const allow = [...environment.egressAllow, ...(mirror ? [mirror.hostname] : [])];
  const egress = createEgress({ allow });
  try {
    for (const list of knownLists) {
      const url = mirror ? new URL(`${list.name}.txt`, mirror) : new URL(list.url);
      const text = await fetchFile(egress, url, limits, signal);
      if (!text.subarray(0, 200).toString('latin1').includes('[Adblock Plus')) {
        throw new Error(`${url.href} is not a filter list: it does not start with [Adblock Plus.`);
      }
      await keep(folder, list, text);
      if (!isQuiet) {
        const what = `${formatBytes(text.byteLength)}, ${list.licence}`;
        stderr.write(`${paint('green', list.name, stderr)}  ${what}\n`);
      }
    }
  } finally {
    await egress.close();
  }
}

/** Replaces the list atomically: running renders read the old list or the new one. */
async function keep(folder: string, { name }: KnownList, text: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${randomUUID()}`);
  await writeFile(partial, text);
  await rename(partial, join(folder, `${name}.txt`));
}
