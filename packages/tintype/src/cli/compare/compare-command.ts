import { extname } from 'node:path';
import type { ComparedFile, CompareOptions, Comparison } from '@tintype/compare';
import type { ElementsInImage } from '@tintype/core';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { browserOptions } from '../flags/browser-options.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { failureMessage } from '../output/failure-message.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { verdicts } from '../output/reporter.ts';
import { oneLine } from '../output/terminal.ts';
import { engineOptions } from '../render/plain-start.ts';
import { readReach } from '../render/render-plan.ts';
import { compareFlags, suiteGroup, readArea, readPattern, readShare } from './compare-flags.ts';
import { comparedAs, readSide, renderNamedSide, requestOf, type Side } from './compare-sides.ts';
import { describeComparison } from './describe-comparison.ts';

const usage = `Usage
  tintype compare <before> <after> [-o <file>]
  tintype compare --baseline <folder> [pages...] [--urls <list>] [--report <file.html>]

Compares two images, two texts, two PDFs or two pages: files, or URLs and HTML files, which are rendered. Prints what differs. Exit code: 0 if they are the same, 1 if they differ, 2 if they cannot be compared. With --baseline, many pages are compared with images of a folder.`;

export const compareCommand = createCommand({ usage, flags: compareFlags(), execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const options = readOptions(parsed);
  if (parsed.last('baseline') !== undefined) {
    const { runSuite } = await import('./suite/run-suite.ts');
    return runSuite(parsed, context, options);
  }
  refuseSuiteFlags(parsed);
  const sides = await readSides(parsed);
  const output = parsed.last('output');
  const type = await inOrder(async () => comparedAs(sides, parsed.isOn('text')));
  const sideBySide = parsed.isOn('side-by-side');
  checkOutput(output, type, sideBySide);
  refuseIdle(parsed, type);
  warnOfIdle(sides, parsed, context);
  const comparison = await inOrder(async () => {
    const { compare } = await import('@tintype/compare');
    const { before, after, elements } = await readFiles(sides, parsed, type === 'text', context);
    const { signal } = context;
    return compare(before, after, {
      ...options,
      sideBySide,
      signal,
      ...(elements && { elements }),
    });
  });
  if (output !== undefined) await writeDifferences(output, comparison, context);
  if (output !== '-') print(comparison, parsed, context);
  return comparison.same ? EXIT.done : EXIT.failed;
}

function refuseSuiteFlags(parsed: ParsedFlags): void {
  for (const { name, group } of parsed.entries.map(({ flag }) => flag)) {
    if (group !== suiteGroup && name !== 'concurrency') continue;
    throw new UsageError(`--${name} needs --baseline <folder>, the folder of accepted images.`);
  }
}

/** @throws UsageError for options of another type of files */
function refuseIdle(parsed: ParsedFlags, type: 'image' | 'pdf' | 'text'): void {
  const idle = { image: ['ignore-text'], text: ['ignore', 'threshold'], pdf: [] }[type];
  const name = idle.find((flag) => parsed.last(flag) !== undefined);
  if (name !== undefined) throw new UsageError(`--${name} has no effect on ${type}s.`);
}

/** @throws UsageError if the file has the extension of another type, or is missing */
function checkOutput(
  output: string | undefined,
  type: 'image' | 'pdf' | 'text',
  sideBySide: boolean,
): void {
  if (sideBySide && type !== 'image') {
    throw new UsageError(`--side-by-side is for images; these are ${type}s.`);
  }
  if (sideBySide && output === undefined) {
    throw new UsageError('--side-by-side needs a file: add -o side-by-side.png.');
  }
  if (output === undefined || output === '-') return;
  const isPng = extname(output).toLowerCase() === '.png';
  if (isPng === (type !== 'text')) return;
  const what = type === 'text' ? 'texts are a diff, and no .png' : `${type}s are a .png`;
  throw new UsageError(`-o ${output}: the differences of ${what} file.`);
}

/** Warns of flags for pages where none is rendered. */
function warnOfIdle(sides: readonly Side[], parsed: ParsedFlags, { stderr }: CliContext): void {
  if (parsed.isOn('quiet') || sides.some((side) => 'target' in side)) return;
  const [idle] = parsed.entries.filter(({ flag }) => flag.parameter !== undefined);
  if (idle) stderr.write(`tintype: --${idle.flag.name} has no effect: no page is rendered.\n`);
}

function readOptions(parsed: ParsedFlags) {
  const threshold = readShare('threshold', parsed.last('threshold'));
  return {
    ignore: parsed.all('ignore').map(readArea),
    ignoreText: parsed.all('ignore-text').map(readPattern),
    ...(threshold !== undefined && { threshold }),
  };
}

async function readSides(parsed: ParsedFlags): Promise<[Side, Side]> {
  const [before, after, ...more] = parsed.positionals;
  if (before === undefined || after === undefined || more.length > 0) {
    throw new UsageError(
      `Name what to compare: tintype compare before.png after.png; got ${parsed.positionals.length} of 2.`,
    );
  }
  const root = parsed.last('root');
  return [await readSide(before, root), await readSide(after, root)];
}

/** Failures are no difference: their exit code is 2. */
async function inOrder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UsageError(failureMessage(error), { cause: error });
  }
}

interface ReadFiles {
  before: ComparedFile;
  after: ComparedFile;
  elements?: CompareOptions['elements'];
}

/** Returns the files of both sides; pages are rendered one after the other. */
async function readFiles(
  sides: readonly [Side, Side],
  parsed: ParsedFlags,
  isText: boolean,
  { environment, signal, stderr }: CliContext,
): Promise<ReadFiles> {
  const allow = await readReach(parsed, environment);
  const requests = await Promise.all(
    sides.map(async (side) =>
      'target' in side ? requestOf(side.target, parsed, isText) : undefined,
    ),
  );
  if (requests.every((request) => request === undefined)) {
    const [before, after] = sides as unknown as { file: ComparedFile }[];
    return { before: before!.file, after: after!.file };
  }
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(engineOptions(browserOptions(parsed), 1, 1), environment);
  try {
    const files: ComparedFile[] = [];
    const elements: (ElementsInImage | undefined)[] = [];
    for (const [at, side] of sides.entries()) {
      const request = requests[at];
      if ('target' in side && request) {
        const page = await renderNamedSide(renderer, side.target, request, { signal, allow });
        const { result } = page;
        elements[at] = page.elements;
        if (!parsed.isOn('quiet')) {
          for (const warning of [...verdicts(result), ...result.warnings]) {
            stderr.write(`tintype: ${side.typed}: ${oneLine(warning)}\n`);
          }
        }
        files.push(result);
      } else {
        files.push((side as { file: ComparedFile }).file);
      }
    }
    const { elementsOfBoth } = await import('@tintype/compare');
    const named = elementsOfBoth(elements[0], elements[1]);
    return { before: files[0]!, after: files[1]!, ...(named && { elements: named }) };
  } finally {
    await renderer.stop();
  }
}

async function writeDifferences(
  path: string,
  comparison: Comparison,
  { onExit, stdout }: CliContext,
): Promise<void> {
  const body =
    comparison.type === 'text'
      ? Buffer.from(comparison.diff)
      : (comparison.type === 'image' && comparison.sideBySide) || comparison.overlay;
  if (path === '-') {
    stdout.write(body);
    return;
  }
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  await inOrder(() => writer.replace(path, body));
}

function print(comparison: Comparison, parsed: ParsedFlags, { stdout }: CliContext): void {
  if (parsed.isOn('json')) {
    const images = { overlay: undefined, sideBySide: undefined };
    const { overlay: _overlay, sideBySide: _both, ...figures } = { ...images, ...comparison };
    stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
  } else if (!parsed.isOn('quiet')) {
    stdout.write(`${describeComparison(comparison).join('\n')}\n`);
    // Printed as it is written to a file: only there is it complete and unpainted.
    if (comparison.type === 'text' && parsed.last('output') === undefined) {
      // A page's text may contain sequences that a terminal would execute.
      stdout.write(stdout.isTTY === true ? withoutControls(comparison.diff) : comparison.diff);
    }
  }
}

function withoutControls(text: string): string {
  return text
    .split('\n')
    .map((line) => `${line.slice(0, 1)}${oneLine(line.slice(1))}`)
    .join('\n');
}
