import { extname } from 'node:path';
import type { ComparedFile, Comparison } from '@tintype/compare';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { browserOptions } from '../flags/browser-options.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { failureMessage } from '../output/failure-message.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { engineOptions } from '../render/plain-start.ts';
import { readReach } from '../render/render-plan.ts';
import { compareFlags, readArea, readThreshold } from './compare-flags.ts';
import { comparesTexts, readSide, renderSide, requestOf, type Side } from './compare-sides.ts';
import { describeComparison } from './describe-comparison.ts';

const usage = `Usage
  tintype compare <before> <after> [-o <file>]

Compares two images, two texts or two pages: files, or URLs and HTML files, which are rendered. Prints what differs. Exit code: 0 if they are the same, 1 if they differ, 2 if they cannot be compared.`;

export const compareCommand = createCommand({ usage, flags: compareFlags(), execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const options = readOptions(parsed);
  const sides = await readSides(parsed);
  const output = parsed.last('output');
  const isText = comparesTexts(sides, parsed.isOn('text'));
  if (output !== undefined && !isText && extname(output).toLowerCase() !== '.png') {
    throw new UsageError(`-o ${output}: the differences of images are a .png file.`);
  }
  const comparison = await inOrder(async () => {
    const { compare } = await import('@tintype/compare');
    const [before, after] = await readFiles(sides, parsed, isText, context);
    return compare(before, after, { ...options, signal: context.signal });
  });
  if (output !== undefined) await writeDifferences(output, comparison, context);
  print(comparison, parsed, context);
  return comparison.same ? EXIT.done : EXIT.failed;
}

function readOptions(parsed: ParsedFlags) {
  const threshold = readThreshold(parsed.last('threshold'));
  return {
    ignore: parsed.all('ignore').map(readArea),
    ignoreText: parsed.all('ignore-text'),
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

/** Returns the files of both sides; pages are rendered one after the other. */
async function readFiles(
  sides: readonly [Side, Side],
  parsed: ParsedFlags,
  isText: boolean,
  { environment, signal }: CliContext,
): Promise<[ComparedFile, ComparedFile]> {
  const allow = await readReach(parsed, environment);
  const requests = await Promise.all(
    sides.map(async (side) =>
      'target' in side ? requestOf(side.target, parsed, isText) : undefined,
    ),
  );
  if (requests.every((request) => request === undefined)) {
    return sides.map((side) => (side as { file: ComparedFile }).file) as [
      ComparedFile,
      ComparedFile,
    ];
  }
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(engineOptions(browserOptions(parsed), 1, 1), environment);
  try {
    const files: ComparedFile[] = [];
    for (const [at, side] of sides.entries()) {
      const request = requests[at];
      files.push(
        'target' in side && request
          ? await renderSide(renderer, side.target, request, { signal, allow })
          : (side as { file: ComparedFile }).file,
      );
    }
    return files as [ComparedFile, ComparedFile];
  } finally {
    await renderer.stop();
  }
}

async function writeDifferences(
  path: string,
  comparison: Comparison,
  { onExit }: CliContext,
): Promise<void> {
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  const body = comparison.type === 'image' ? comparison.overlay : Buffer.from(comparison.diff);
  await inOrder(() => writer.replace(path, body));
}

function print(comparison: Comparison, parsed: ParsedFlags, { stdout }: CliContext): void {
  if (parsed.isOn('json')) {
    const { overlay: _overlay, ...figures } = { overlay: undefined, ...comparison };
    stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
  } else if (!parsed.isOn('quiet')) {
    stdout.write(`${describeComparison(comparison).join('\n')}\n`);
    // Printed as it is written to a file: only there is it complete and unpainted.
    if (comparison.type === 'text' && parsed.last('output') === undefined) {
      stdout.write(comparison.diff);
    }
  }
}
