import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { makeFolder } from '../output/make-folder.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { STORE_FLAGS, withStore } from './store-flags.ts';
import { formatBytes, paint } from '../output/terminal.ts';

const USAGE = `Usage
  tintype backup <file>

Writes a consistent copy of the database of the service (accounts, tasks, requests, webhooks, usage), also while it runs.
It has neither stored results nor the master key. Keep the master key elsewhere: the copy is of little use without it.`;

const FLAGS: readonly Flag[] = [...STORE_FLAGS, QUIET_FLAG, VERBOSE_FLAG, HELP_FLAG];

export const backupCommand = createCommand({ usage: USAGE, flags: FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<void> {
  const { stderr } = context;
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
  if (!parsed.isOn('quiet')) {
    const { size } = await stat(path);
    stderr.write(`${paint('green', path, stderr)}  ${formatBytes(size)}\n`);
  }
}
