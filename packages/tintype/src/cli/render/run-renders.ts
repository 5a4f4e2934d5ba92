import { text } from 'node:stream/consumers';
import type { RunningParts } from '../../composition-root.ts';
import { EXIT, type CliContext } from '../cli-context.ts';
import { formatHelp } from '../output/help.ts';
import type { FramesBar } from '../output/frames-bar.ts';
import type { ProgressBar } from '../output/progress-bar.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import type { CommandKind } from './command-kind.ts';
import { renderJobs } from './render-jobs.ts';
import { parseRenderFlags, planRenders, renderFlags, type RenderPlan } from './render-plan.ts';

const usageOf = ({ kind, isText }: CommandKind): string => `Usage
  tintype ${kind} <url | file.html | -> [more...] [-o <file | folder/ | ->]

A file is rendered with the files beside it. - reads HTML, or a list of URLs, from stdin.${
  isText ? '\nOne page goes to stdout, several into the current folder.' : ''
}`;

/** Executes a render command. @param running - a browser that was started for it already */
export async function runRenders(
  command: CommandKind,
  args: readonly string[],
  context: CliContext,
  running?: RunningParts,
): Promise<number> {
  const parsed = parseRenderFlags(command, args);
  if (parsed.entries.some(({ flag }) => flag.name === 'help')) {
    context.stdout.write(formatHelp(usageOf(command), renderFlags(command), context.stdout));
    return EXIT.done;
  }
  const plan = await planRenders(command, parsed, {
    environment: context.environment,
    isTerminal: context.stdout.isTTY === true,
    readStdin: () => text(context.stdin),
  });
  const bar = await makeBar(plan, context);
  const reporter = makeReporter(plan, context, bar);
  for (const warning of plan.warnings) reporter.warn(warning);
  try {
    const code = await renderJobs(plan, context, reporter, running);
    const { watched } = plan;
    if (watched === undefined) return code;
    const { renderOnChange } = await import('./render-on-change.ts');
    await renderOnChange(watched.folder, watched.output, context.signal, () =>
      renderJobs({ ...plan, open: false }, context, reporter),
    );
    return code;
  } finally {
    bar?.stop();
  }
}

async function makeBar(plan: RenderPlan, { stderr }: CliContext) {
  if (plan.quiet || stderr.isTTY !== true) return undefined;
  if (plan.command.hasFrames) {
    const { createFramesBar } = await import('../output/frames-bar.ts');
    return createFramesBar(stderr, plan.jobs.length);
  }
  if (plan.jobs.length < 2) return undefined;
  const { createProgressBar } = await import('../output/progress-bar.ts');
  return createProgressBar(stderr, plan.jobs.length, 'pages');
}

function makeReporter(
  { command, json, verbose, quiet, jobs, destination }: RenderPlan,
  { stdout, stderr }: CliContext,
  bar: ProgressBar | FramesBar | undefined,
): Reporter {
  const output = destination.to === 'stdout' ? stderr : stdout;
  return createReporter({
    stderr,
    verbose,
    quiet,
    count: jobs.length,
    nouns: command.nouns,
    ...(json ? { json: output } : {}),
    ...(bar ? { bar } : {}),
  });
}
