import type { CliContext } from '../../cli-context.ts';
import type { ParsedFlags } from '../../flags/parse-flags.ts';
import { oneLine, paint } from '../../output/terminal.ts';
import { counted, percent } from '../describe-comparison.ts';
import type { CheckedPage, Outcome } from './check-page.ts';

/** Images without a page that are named. */
const maxUnused = 20;

/** Creates the output of a suite: a line for each page, or JSON, and a summary. */
export async function createSuiteOutput(
  count: number,
  parsed: ParsedFlags,
  { stdout, stderr }: CliContext,
) {
  const isJson = parsed.isOn('json');
  const isQuiet = parsed.isOn('quiet');
  const hasBar = !isQuiet && !isJson && stderr.isTTY === true;
  const { createProgressBar } = await import('../../output/progress-bar.ts');
  const bar = hasBar ? createProgressBar(stderr, count, 'pages') : undefined;
  const say = (line: string) => (bar ? bar.log(line) : stdout.write(`${line}\n`));
  return {
    checked(checked: CheckedPage) {
      bar?.advance();
      if (isJson) stdout.write(`${JSON.stringify(recordOf(checked))}\n`);
      else if (!isQuiet) for (const line of linesOf(checked, stdout)) say(line);
    },
    done(outcomes: readonly Outcome[], unused: readonly string[], report: string | undefined) {
      bar?.stop();
      if (isQuiet) return;
      if (!isJson) stdout.write(`${summaryOf(outcomes, parsed.isOn('update'))}\n`);
      for (const name of unused.slice(0, maxUnused)) {
        stderr.write(`tintype: ${oneLine(name)} belongs to no page of this run.\n`);
      }
      const more = unused.length - maxUnused;
      if (more > 0) stderr.write(`tintype: ${more} more images belong to no page of this run.\n`);
      if (isJson) return;
      if (report !== undefined) stdout.write(`Report: ${report}\n`);
    },
    stop: () => bar?.stop(),
  };
}

/** One line of `--json`. */
function recordOf({ page, outcome, isUnstable, comparison, error, warnings }: CheckedPage) {
  return {
    name: page.title,
    file: `${page.file}.png`,
    url: page.target.typed,
    outcome,
    ...(isUnstable && { unstable: true }),
    ...(comparison && {
      changed: comparison.changed,
      similarity: comparison.similarity,
      region_count: comparison.regionCount,
    }),
    ...(error !== undefined && { error }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function linesOf(checked: CheckedPage, output: CliContext['stdout']): string[] {
  const { page, outcome, comparison, error, isUnstable, warnings } = checked;
  const colour = ({ same: 'green', changed: 'red', new: 'yellow', failed: 'red' } as const)[
    outcome
  ];
  const figures =
    outcome === 'changed' && comparison
      ? `: ${percent(comparison.changed)} of the pixels, ${counted(comparison.regionCount, 'region')}`
      : '';
  const why = error === undefined ? '' : `: ${error}`;
  const unstable = isUnstable ? ' (differed when it was rendered again)' : '';
  return [
    `${paint(colour, outcome.padEnd(7), output)} ${oneLine(page.title)}${figures}${why}${unstable}`,
    ...warnings.map((warning) => `        ${oneLine(warning)}`),
  ];
}

function summaryOf(outcomes: readonly Outcome[], isUpdate: boolean): string {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const parts = (['same', 'changed', 'new', 'failed'] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `${count(outcome)} ${outcome}`);
  const isPending = count('changed') + count('new') > 0;
  const hint = isUpdate
    ? ' What was changed or new is accepted.'
    : ' To accept what is changed or new, repeat with --update.';
  return `${parts.join(', ')}.${isPending ? hint : ''}`;
}
