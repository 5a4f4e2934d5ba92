import { devices } from '@tintype/contract';
import { UsageError, type CliContext } from './cli-context.ts';
import { HELP_FLAG, JSON_FLAG } from './flags/command-flags.ts';
import type { Flag } from './flags/flag.ts';
import { createCommand } from './flags/create-command.ts';
import type { ParsedFlags } from './flags/parse-flags.ts';
import { textTable } from './output/text-table.ts';

const USAGE = `Usage
  tintype devices [words...] [--json]

Lists the devices for --device, by id and name: all, or those whose name contains all the words.`;

const FLAGS: readonly Flag[] = [
  { ...JSON_FLAG, description: 'Print the devices as JSON on stdout.' },
  HELP_FLAG,
];

export const devicesCommand = createCommand({ usage: USAGE, flags: FLAGS, execute });

async function execute({ positionals, isOn }: ParsedFlags, { stdout }: CliContext): Promise<void> {
  const words = positionals.map(bare);
  const found = devices.filter(({ id }) => words.every((word) => bare(id).includes(word)));
  if (found.length === 0) {
    throw new UsageError(`No device has "${positionals.join(' ')}". See: tintype devices`);
  }
  if (isOn('json')) {
    stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
    return;
  }
  const rows = found.map(({ id, name, viewport: { width, height, deviceScaleFactor } }) => [
    id,
    name,
    `${width} x ${height}`,
    `${deviceScaleFactor}`,
  ]);
  stdout.write(textTable([['id', 'name', 'viewport', 'scale'], ...rows]));
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
