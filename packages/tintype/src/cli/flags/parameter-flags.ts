import { flagName, type ParameterInfo } from '@tintype/contract';
import { SERVICE_GROUP, type Flag } from './flag.ts';
import { UsageError } from '../cli-context.ts';

/** Headings of the groups, in the order of the help. Groups of plugins use their own name. */
const HEADINGS: Readonly<Record<string, string>> = {
  page: 'Page',
  image: 'Image',
  video: 'Video',
  pdf: 'Paper',
  scrape: 'Text',
  clip: 'Region',
  viewport: 'Viewport',
  appearance: 'Appearance',
  blocking: 'Blocking',
  interaction: 'Interaction',
  timing: 'Timing',
  visitor: 'Visitor',
  network: 'Browser and network',
  metadata: 'Metadata (printed, and part of --json)',
  delivery: SERVICE_GROUP,
  account: SERVICE_GROUP,
};

/** One-letter forms of the most common flags. `-h` is the help. */
const SHORT: Readonly<Record<string, string>> = {
  viewport_width: 'w',
  viewport_height: 'H',
  full_page: 'f',
};

/** Short names of the flags that are typed most. */
const ALIASES: Readonly<Record<string, string>> = {
  block_ressources: 'block-resources',
  dark_mode: 'dark',
  image_quality: 'quality',
  viewport_device: 'device',
  viewport_height: 'height',
  viewport_width: 'width',
};

/** Groups of parameters without an effect on the command line. */
const SERVICE_GROUPS: ReadonlySet<string> = new Set(['delivery', 'account']);

const UNIT_NAMES: Readonly<Record<string, string>> = {
  px: 'pixels',
  s: 'seconds',
  ms: 'milliseconds',
  m: 'meters',
};

export function isForService(info: ParameterInfo): boolean {
  return SERVICE_GROUPS.has(info.group);
}

/** Returns the flag of a parameter. Its help comes from the declaration. */
export function parameterFlag(info: ParameterInfo): Flag {
  return {
    name: flagName(info.name),
    parameter: info.name,
    ...(Object.hasOwn(SHORT, info.name) ? { short: SHORT[info.name]! } : {}),
    ...(Object.hasOwn(ALIASES, info.name) ? { alias: ALIASES[info.name]! } : {}),
    ...(info.type === 'list' ? { isList: true } : {}),
    ...(info.type === 'boolean' ? {} : { placeholder: placeholderFor(info) }),
    group: HEADINGS[info.group] ?? capitalised(info.group),
    description: describe(info),
  };
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function placeholderFor(info: ParameterInfo): string {
  if (info.unit !== undefined) return `<${UNIT_NAMES[info.unit] ?? info.unit}>`;
  if (info.type === 'integer' || info.type === 'number') return '<number>';
  if (info.values !== undefined) return info.type === 'list' ? '<names>' : '<name>';
  if (info.name === 'url') return '<url>';
  return '<text>';
}

function describe(info: ParameterInfo): string {
  const notes = [allowed(info), info.type === 'list' ? 'can be repeated' : '', defaultOf(info)];
  const text = notes.filter((note) => note !== '').join('; ');
  return text === '' ? info.description : `${info.description} [${text}]`;
}

function allowed(info: ParameterInfo): string {
  if (info.values !== undefined) return info.values.join(', ');
  const { minimum, exclusiveMinimum, maximum } = info;
  if (exclusiveMinimum !== undefined) {
    return maximum === undefined
      ? `above ${exclusiveMinimum}`
      : `above ${exclusiveMinimum}, at most ${maximum}`;
  }
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  if (maximum !== undefined) return `at most ${maximum}`;
  const { expected = '' } = info;
  // The description of a secret, or of a value with a long type, already states what is allowed.
  return info.secret === true || expected.length > 50 ? '' : expected;
}

/** Returns nothing for a switch that is off by default. */
function defaultOf(info: ParameterInfo): string {
  const value = info.default;
  if (value === undefined || value === false) return '';
  return `default ${Array.isArray(value) ? value.join(', ') : value === true ? 'on' : String(value)}`;
}

/** Returns flags that set several parameters at once, for kinds that have these parameters. */
export function combinedFlags(infos: readonly ParameterInfo[]): Flag[] {
  const names = new Set(infos.map(({ name }) => name));
  return COMBINED_FLAGS.filter(({ sets }) => sets.every((name) => names.has(name))).map(
    ({ sets: _sets, ...flag }) => flag,
  );
}

const COMBINED_FLAGS: readonly (Flag & { sets: readonly string[] })[] = [
  {
    name: 'clip',
    placeholder: '<x,y,width,height>',
    group: 'Region',
    description: 'Region of the page, in pixels: --clip 0,0,800,600.',
    sets: ['clip_x', 'clip_y', 'clip_width', 'clip_height'],
    expand: readClip,
  },
  {
    name: 'thumbnail',
    placeholder: '<width | width x height>',
    group: 'Image',
    description: 'Resize the image to fit, in pixels: --thumbnail 400, or --thumbnail 400x300.',
    sets: ['image_width', 'image_height'],
    expand: readThumbnail,
  },
];

function readClip(value: string): [string, string][] {
  const numbers = value.split(',').map((part) => part.trim());
  if (numbers.length === 4 && numbers.every((number) => /^\d{1,6}$/.test(number))) {
    return ['x', 'y', 'width', 'height'].map((part, at) => [`clip_${part}`, numbers[at] ?? '']);
  }
  throw new UsageError(
    `--clip must be x,y,width,height in pixels, for example 0,0,800,600; got "${value}".`,
  );
}

function readThumbnail(value: string): [string, string][] {
  const [, width, height] = /^ *(\d{1,6})(?: *x *(\d{1,6}))? *$/i.exec(value) ?? [];
  if (width === undefined) {
    throw new UsageError(
      `--thumbnail must be a width, or width x height, in pixels, for example 400 or 400x300; got "${value}".`,
    );
  }
  return [
    ['image_width', width],
    ...(height ? [['image_height', height] as [string, string]] : []),
  ];
}
