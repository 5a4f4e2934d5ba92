import { text } from 'node:stream/consumers';
import { EXIT, type CliContext } from '../cli-context.ts';
import { formatHelp } from '../output/help.ts';
import { createFilesBar } from '../output/files-bar.ts';
import { createReporter } from '../output/reporter.ts';
import { withPlugins } from '../render/named-plugins.ts';
import { captureFiles } from './capture-files.ts';
import { captureFlags } from './capture-flags.ts';
import { parseCaptureFlags, planCapture, type CaptureParts } from './capture-plan.ts';

const usage = `Usage
  tintype capture <url | file.html | -> -o <file> [-o <file>...]

Loads a page once and makes several files of it. The extension of each selects its kind and format.
- reads HTML from stdin.`;

export async function captureCommand(
  args: readonly string[],
  context: CliContext,
): Promise<number> {
  const { stdin, stdout, stderr, environment } = context;
  const parts: CaptureParts = await withPlugins({}, args, context);
  const parsed = parseCaptureFlags(parts.kinds, args);
  if (parsed.entries.some(({ flag }) => flag.name === 'help')) {
    stdout.write(formatHelp(usage, captureFlags(parts.kinds), stdout));
    return EXIT.done;
  }
  const plan = await planCapture(parts, parsed, {
    environment,
    isTerminal: stdout.isTTY === true,
    readStdin: () => text(stdin),
  });
  const bar =
    plan.quiet || stderr.isTTY !== true ? undefined : createFilesBar(stderr, plan.outputs.length);
  const reporter = createReporter({
    stderr,
    verbose: plan.verbose,
    quiet: plan.quiet,
    count: plan.outputs.length,
    nouns: 'files',
    ...(bar ? { bar } : {}),
    ...(plan.json ? { json: stdout } : {}),
  });
  for (const warning of plan.warnings) reporter.warn(warning);
  try {
    return await captureFiles(plan, context, reporter);
  } finally {
    bar?.stop();
  }
}
