import { installBrowser } from '@tintype/chrome';
import { cacheDirFor } from '../../part-options.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { paint } from '../output/terminal.ts';

const USAGE = `Usage
  tintype install-browser

Downloads a current headless shell into the cache folder. Tintype uses it from then on.`;

const FLAGS: readonly Flag[] = [
  ...inGroup('Download', {
    build: [
      '<version>',
      'A full version, for example 153.0.8010.0; default the current stable one.',
    ],
    mirror: [
      '<url>',
      'Server to download from instead of storage.googleapis.com; requires --build.',
    ],
  }),
  QUIET_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** `tintype install-browser`. */
export const installCommand = createCommand({
  usage: USAGE,
  flags: FLAGS,
  takesFlagsOnly: 'install-browser',
  execute,
});

async function execute(
  { last, isOn }: ParsedFlags,
  { stderr, environment }: CliContext,
): Promise<void> {
  const version = last('build');
  const baseUrl = last('mirror');
  if (baseUrl !== undefined && version === undefined) {
    throw new UsageError(
      '--mirror requires --build: a mirror does not report the current version.',
    );
  }
  const isQuiet = isOn('quiet');
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
  } finally {
    bar?.stop();
  }
}
