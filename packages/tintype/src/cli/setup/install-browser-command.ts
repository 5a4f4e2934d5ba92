import { installBrowser } from '@tintype/chrome';
import { nearestName } from '@tintype/contract';
import { cacheDirFor } from '../../part-options.ts';
import { EXIT, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { formatHelp } from '../output/help.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { paint } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = `Usage
  tintype install-browser

Downloads a current headless shell into the cache folder. Tintype uses it from then on.`;

const FLAGS: readonly Flag[] = [
  {
    name: 'build',
    isSwitch: false,
    placeholder: '<version>',
    group: 'Download',
    description: 'A full version, for example 153.0.8010.0; default the current stable one.',
  },
  {
    name: 'mirror',
    isSwitch: false,
    placeholder: '<url>',
    group: 'Download',
    description: 'Server to download from instead of storage.googleapis.com; requires --build.',
  },
  QUIET_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** `tintype install-browser`. */
export async function installCommand(
  args: readonly string[],
  { stdout, stderr, environment }: CliContext,
): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearestName);
  const last = (name: string) => parsed.entries.findLast(({ flag }) => flag.name === name)?.value;
  if (last('help') === 'true') {
    stdout.write(formatHelp(USAGE, FLAGS, stdout));
    return EXIT.done;
  }
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw new UsageError(`tintype install-browser takes no arguments; got "${extra}".`);
  }
  const version = last('build');
  const baseUrl = last('mirror');
  if (baseUrl !== undefined && version === undefined) {
    throw new UsageError(
      '--mirror requires --build: a mirror does not report the current version.',
    );
  }
  const isQuiet = last('quiet') === 'true';
  const bar = stderr.isTTY && !isQuiet ? createProgressBar(stderr, 100, 'percent') : undefined;
  try {
    const { path, version: installed } = await installBrowser({
      cacheDir: cacheDirFor(undefined, environment),
      ...(version === undefined ? {} : { version }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(bar ? { onProgress: (fraction) => bar.set(Math.round(fraction * 100)) } : {}),
    });
    bar?.stop();
    if (!isQuiet) stderr.write(`${paint('green', path, stderr)}  ${installed ?? ''}\n`);
    return EXIT.done;
  } finally {
    bar?.stop();
  }
}
