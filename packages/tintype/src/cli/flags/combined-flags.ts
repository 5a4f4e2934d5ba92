import type { ParameterInfo } from '@tintype/contract';
import { UsageError } from '../usage-error.ts';
import type { Flag } from './flag.ts';

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
    isSwitch: false,
    placeholder: '<x,y,width,height>',
    group: 'Region',
    description: 'Region of the page, in pixels: --clip 0,0,800,600.',
    sets: ['clip_x', 'clip_y', 'clip_width', 'clip_height'],
    expand: readClip,
  },
  {
    name: 'thumbnail',
    isSwitch: false,
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
