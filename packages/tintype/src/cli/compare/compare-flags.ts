import type { Area } from '@tintype/compare';
import { parameterList } from '@tintype/contract';
import { patternProblem } from '@tintype/contract/light';
import { UsageError } from '../cli-context.ts';
import { HELP_FLAG, QUIET_FLAG, REACH_FLAGS } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { combinedFlags, isForService, parameterFlag } from '../flags/parameter-flags.ts';

const comparison = 'Comparison';

/** Heading of the flags that need `--baseline`. */
export const suiteGroup = 'Many pages, compared with images of a folder';

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
    ...suiteFlags(),
    ...parameters.map(parameterFlag),
    ...combinedFlags(parameters),
    ...REACH_FLAGS.filter(({ name }) => name !== 'plugins'),
  ];
}

function suiteFlags(): Flag[] {
  return inGroup(suiteGroup, {
    baseline: ['<folder>', 'Folder with the accepted images: one PNG for each page.'],
    urls: [
      '<file | url | ->',
      'A list of pages, in the formats of --from: text, YAML, JSON, a sitemap; each can have a name, sizes and parameters. Can be repeated.',
      { isList: true, alias: 'sitemap' },
    ],
    storybook: ['<url | folder>', 'All stories of a running Storybook, or of a built one.'],
    sizes: [
      '<width>x<height>',
      'Sizes of the viewport, separated by commas: each page is rendered in all of them.',
      { isList: true },
    ],
    report: ['<file.html>', 'Write a report that opens without a server, with images beside it.'],
    update: ['', 'Accept what is new or different: write it into the folder.'],
    'max-changed': ['<0 to 1>', 'Share of the pixels that may differ; default 0.'],
    retries: [
      '<number>',
      'Renders of a page that differs or fails before it counts, 0 to 5; default 1.',
    ],
  });
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

/** Reads a flag with a share, such as `--threshold`. @throws UsageError */
export function readShare(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`--${flag} takes a number from 0 to 1; got "${text}".`);
}

/** Checks `--ignore-text`. @throws UsageError */
export function readPattern(text: string): string {
  if (patternProblem(text) === undefined) return text;
  throw new UsageError(`--ignore-text takes a regular expression; got "${text}".`);
}
