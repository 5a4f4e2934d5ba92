import type { Area } from '@tintype/compare';
import { parameterList } from '@tintype/contract';
import { UsageError } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, REACH_FLAGS } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { combinedFlags, isForService, parameterFlag } from '../flags/parameter-flags.ts';

const comparison = 'Comparison';

/** Parameters that are arguments, or follow from them. */
const typed: ReadonlySet<string> = new Set(['url', 'html', 'format']);

/** Returns the flags of `tintype compare`: its own, and the parameters of pages rendered for it. */
export function compareFlags(): readonly Flag[] {
  const parameters = parameterList('screenshot').filter(
    (info) => !typed.has(info.name) && !isForService(info),
  );
  return [
    ...inGroup('Output', {
      output: [
        '<file>',
        'File for the differences, replaced if it exists: a PNG for images, a unified diff for texts.',
        { short: 'o' },
      ],
      'side-by-side': ['', 'Write both images beside each other, with outlined regions, to -o.'],
      json: ['', 'Print the comparison as JSON on stdout.'],
    }),
    QUIET_FLAG,
    HELP_FLAG,
    ...inGroup(comparison, {
      text: ['', 'Compare the Markdown of pages instead of images.'],
      ignore: [
        '<x,y,width,height>',
        'An area of the later image that does not count, in pixels; can be repeated.',
        { isList: true },
      ],
      'ignore-text': [
        '<regular expression>',
        'Parts of texts that match do not count; can be repeated.',
        { isList: true },
      ],
      threshold: ['<0 to 1>', 'Colour difference of a pixel that does not count; default 0.1.'],
    }),
    ...parameters.map(parameterFlag),
    ...combinedFlags(parameters),
    ...REACH_FLAGS.filter(({ name }) => name !== 'concurrency' && name !== 'plugins'),
  ];
}

/** Reads `10,20,300,40`. @throws UsageError */
export function readArea(text: string): Area {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  const isValid = numbers.length === 4 && numbers.every((value) => Number.isInteger(value));
  if (!isValid || x < 0 || y < 0 || width < 1 || height < 1) {
    throw new UsageError(
      `--ignore takes x,y,width,height in pixels, such as 0,20,300,40; got "${text}".`,
    );
  }
  return { x, y, width, height };
}

/** Reads `--threshold`. @throws UsageError */
export function readThreshold(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const threshold = text.trim() === '' ? Number.NaN : Number(text);
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw new UsageError(`--threshold takes a number from 0 to 1; got "${text}".`);
}

/** Checks `--ignore-text`. @throws UsageError */
export function readPattern(text: string): string {
  try {
    return new RegExp(text, 'u').source;
  } catch {
    throw new UsageError(`--ignore-text takes a regular expression; got "${text}".`);
  }
}
