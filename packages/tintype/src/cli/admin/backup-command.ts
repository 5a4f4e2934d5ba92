import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nearestName } from '@tintype/contract';
import { EXIT, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { formatHelp } from '../output/help.ts';
import { makeFolder } from '../output/make-folder.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { STORE_FLAGS, withStore } from './store-flags.ts';
import { formatBytes, paint } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = `Usage
  tintype backup <file>

Writes a consistent copy of the database of the service (accounts, tasks, requests, webhooks, usage), also while it runs.
It has neither stored results nor the master key. Keep the master key elsewhere: the copy is of little use without it.`;

const FLAGS: readonly Flag[] = [...STORE_FLAGS, QUIET_FLAG, VERBOSE_FLAG, HELP_FLAG];

/** `tintype backup`. */
export async function backupCommand(args: readonly string[], context: CliContext): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearestName);
  const isOn = (name: string) =>
    parsed.entries.findLast(({ flag }) => flag.name === name)?.value === 'true';
  const { stdout, stderr } = context;
  if (isOn('help')) {
    stdout.write(formatHelp(USAGE, FLAGS, stdout));
    return EXIT.done;
  }
  const [file, extra] = parsed.positionals;
  if (file === undefined || file === '' || extra !== undefined) {
    throw new UsageError('Name the file of the copy: tintype backup <file>');
  }
  const path = resolve(file);
  await withStore(parsed, context, async ({ store }) => {
    if (!store.backup) {
      throw new UsageError('The data is in Postgres: copy it with pg_dump --schema=tintype.');
    }
    await makeFolder(dirname(path));
    await store.backup(path);
  });
  if (!isOn('quiet')) {
    const { size } = await stat(path);
    stderr.write(`${paint('green', path, stderr)}  ${formatBytes(size)}\n`);
  }
  return EXIT.done;
}
