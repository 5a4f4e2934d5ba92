import { concealPlace, isStorePlace, moveStore } from '@tintype/store';
import { dataDirFor } from '../../data-dir.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { forOperator, STORE_FLAGS } from './store-flags.ts';

const USAGE = `Usage
  tintype migrate <from> <to>

Copies accounts, usage, requests, webhooks and tasks from one store to another, which must be empty: sqlite:<folder> or
postgres://user:password@host:port/database. Stop the service first. Stored results and the master key stay where they are: the service
on the new store needs them.`;

const FLAGS: readonly Flag[] = [
  ...STORE_FLAGS.filter(({ name }) => name === 'data-dir'),
  QUIET_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

export const migrateCommand = createCommand({ usage: USAGE, flags: FLAGS, execute });

async function execute(
  { positionals, last, isOn }: ParsedFlags,
  { environment, stderr }: CliContext,
): Promise<void> {
  const [from, to, extra] = positionals;
  if (from === undefined || to === undefined || extra !== undefined) {
    throw new UsageError('Name both stores: tintype migrate sqlite:<folder> postgres://...');
  }
  const wrong = [from, to].find((place) => !isStorePlace(place));
  if (wrong !== undefined) {
    throw new UsageError(
      `A store is sqlite:<folder> or postgres://user:password@host:port/database; got "${concealPlace(wrong)}".`,
    );
  }
  const counts = await moveStore(from, to, dataDirFor(last('data-dir'), environment)).catch(
    (error: unknown) => {
      throw forOperator(error);
    },
  );
  if (!isOn('quiet')) {
    const rows = Object.entries(counts).map(([table, count]) => `${count} ${table}`);
    stderr.write(`${rows.join(', ')}\n`);
  }
}
