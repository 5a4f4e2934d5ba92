import { devices, nearestName } from '@tintype/contract';
import { EXIT, type CliContext } from './cli-context.ts';
import { HELP_FLAG, JSON_FLAG } from './flags/command-flags.ts';
import type { Flag } from './flags/flag.ts';
import { formatHelp } from './output/help.ts';
import { parseFlags } from './flags/parse-flags.ts';
import { textTable } from './output/text-table.ts';
import { UsageError } from './usage-error.ts';

const USAGE = `Usage
  tintype devices [words...] [--json]

Lists the devices for --device, by id and name: all, or those whose name contains all the words.`;

const FLAGS: readonly Flag[] = [
  { ...JSON_FLAG, description: 'Print the devices as JSON on stdout.' },
  HELP_FLAG,
];

/** `tintype devices`. */
export async function devicesCommand(
  args: readonly string[],
  { stdout }: CliContext,
): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearestName);
  const isOn = (name: string) =>
    parsed.entries.findLast(({ flag }) => flag.name === name)?.value === 'true';
  if (isOn('help')) {
    stdout.write(formatHelp(USAGE, FLAGS, stdout));
    return EXIT.done;
  }
  const words = parsed.positionals.map(bare);
  const found = devices.filter(({ id }) => words.every((word) => bare(id).includes(word)));
  if (found.length === 0) {
    throw new UsageError(`No device has "${parsed.positionals.join(' ')}". See: tintype devices`);
  }
  if (isOn('json')) {
    stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
    return EXIT.done;
  }
  const rows = found.map(({ id, name, viewport: { width, height, deviceScaleFactor } }) => [
    id,
    name,
    `${width} x ${height}`,
    `${deviceScaleFactor}`,
  ]);
  stdout.write(textTable([['id', 'name', 'viewport', 'scale'], ...rows]));
  return EXIT.done;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
