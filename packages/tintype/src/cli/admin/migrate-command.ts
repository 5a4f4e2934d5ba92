import { nearestName } from '@tintype/contract';
import { concealPlace, isStorePlace, moveStore } from '@tintype/store';
import { dataDirFor } from '../../data-dir.ts';
import { EXIT, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { formatHelp } from '../output/help.ts';
import { UsageError } from '../usage-error.ts';
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

/** `tintype migrate`. */
export async function migrateCommand(
  args: readonly string[],
  { environment, stdout, stderr }: CliContext,
): Promise<number> {
  const { entries, positionals } = parseFlags(args, FLAGS, nearestName);
  const last = (name: string) => entries.findLast(({ flag }) => flag.name === name)?.value;
  if (last('help') === 'true') {
    stdout.write(formatHelp(USAGE, FLAGS, stdout));
    return EXIT.done;
  }
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
  if (last('quiet') !== 'true') {
    const rows = Object.entries(counts).map(([table, count]) => `${count} ${table}`);
    stderr.write(`${rows.join(', ')}\n`);
  }
  return EXIT.done;
}
