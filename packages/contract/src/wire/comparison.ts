import * as z from 'zod/mini';
import { maxIgnoredAreas, maxIgnoredPatterns } from '../values/compared-type.ts';
import { about, accessKey, count, optional, requestId, seconds, text, uri } from './values.ts';

/** A rectangle in pixels. */
export interface ComparedArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of two images that differs. */
export interface ComparedRegion {
  /**
   * `added` and `removed`: only one image has it. `moved`: it is elsewhere. `colour`: the same
   * shapes in other colours. `changed`: other content. With the elements of both pages also
   * `text`: the text of its element differs; `image`: it is in an image of the page.
   */
  type: 'added' | 'removed' | 'moved' | 'colour' | 'changed' | 'text' | 'image';
  /** In the later image; for `removed`, in the earlier one. */
  area: ComparedArea;
  /** The same area in the earlier image, unless it was added. */
  before?: ComparedArea;
  /** Number of pixels that differ. */
  pixels: number;
  /** CSS selector of its element in the later page; for `removed`, in the earlier one. */
  selector?: string;
  /** Text of this element, at most 120 characters. */
  text?: { before?: string; after?: string };
}

/** Difference between two images. */
export interface ComparisonFigures {
  /** True if nothing differs. */
  same: boolean;
  /** Share of the pixels that differ, from 0 to 1. */
  changed: number;
  /** Structural similarity (SSIM), from 0 to 1 if they are equal. */
  similarity: number;
  /** False if the sizes differ. */
  same_size: boolean;
  /** Number of regions that differ. */
  region_count: number;
  /** The largest 20 of them. */
  regions: ComparedRegion[];
  /** Rows of the later image that were compared, if too many differ; `same` is false then. */
  compared_rows?: number;
}

/** A field that differs between two pages scraped as JSON. */
export interface ComparedField {
  /** For example `title`, `links`, or `json_ld[0].offers.price`. */
  field: string;
  /** At most 500 characters; absent if only the later page has the field or this entry of it. */
  before?: string;
  after?: string;
}

/** Difference between two texts, without its lines. */
export interface TextFigures {
  /** True if nothing differs. */
  same: boolean;
  /** Share of the lines of both texts that differ, from 0 to 1. */
  changed: number;
  /** Number of lines. */
  added: number;
  removed: number;
}

const maxPatternLength = 1_000;

const side = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000));

/** Fields of the body of a comparison for parts that do not count. */
export const comparisonFields = {
  ignore: optional(
    z.array(z.strictObject({ x: side, y: side, width: side, height: side })).check(
      z.maxLength(maxIgnoredAreas),
      about('Areas of the later image, in pixels.', {
        'x-expected': `a list of at most ${maxIgnoredAreas} areas of integers x, y, width and height`,
      }),
    ),
  ),
  ignore_text: optional(
    z
      .array(z.string().check(z.maxLength(maxPatternLength)))
      .check(
        z.maxLength(maxIgnoredPatterns),
        about('Regular expressions: parts of lines that match do not count.'),
      ),
  ),
  threshold: optional(
    z
      .number()
      .check(
        z.minimum(0),
        z.maximum(1),
        about('Colour difference of a pixel that does not count. Default 0.1.'),
      ),
  ),
};

const sideOf = (which: string) =>
  z
    .custom<object>()
    .check(
      about(
        `The ${which} file: \`{ "request": id }\`, with the name of an \`output\` of captures, or the parameters of a render with its \`kind\`, which is executed; without \`format\`, as PNG or Markdown.`,
        { type: 'object' },
      ),
    );

export const newComparison = z.object({
  ...accessKey,
  before: sideOf('earlier'),
  after: sideOf('later'),
  ...comparisonFields,
});

/** A side of a comparison: a result of an earlier request, or a page to render. */
export type ComparisonSide =
  | { request: string; output?: string }
  | ({ kind: string } & Readonly<Record<string, unknown>>);

/** Two files to compare. */
export interface NewComparison extends Omit<
  z.infer<typeof newComparison>,
  'access_key' | 'before' | 'after'
> {
  before: ComparisonSide;
  after: ComparisonSide;
}

const compared = z.object({
  request: requestId,
  file: uri('URL of the file until it expires.'),
  media_type: z.string(),
});

export const comparisonResult = z.object({
  type: z.enum(['image', 'text']),
  same: z.boolean(),
  changed: z.number().check(about('Share of the pixels or lines that differ, 0 to 1.')),
  similarity: optional(z.number().check(about('Of images: structural similarity (SSIM), 0 to 1.'))),
  same_size: optional(z.boolean().check(about('Of images: false if the sizes differ.'))),
  region_count: optional(count.check(about('Of images: number of regions that differ.'))),
  regions: optional(
    z
      .array(z.custom<ComparedRegion>())
      .check(about('Of images: the largest 20, with `type`, `area`, `before` and `pixels`.')),
  ),
  compared_rows: optional(
    count.check(about('Of images of which too many rows differ: those that were compared.')),
  ),
  added: optional(count.check(about('Of texts: number of lines.'))),
  removed: optional(count.check(about('Of texts: number of lines.'))),
  fields: optional(
    z
      .array(z.custom<ComparedField>())
      .check(
        about(
          'Of two pages scraped as JSON: the fields that differ, at most 200, with `field`, `before` and `after`.',
        ),
      ),
  ),
  diff: optional(text('Of texts: unified diff, the first 65,536 characters.')),
  before: compared,
  after: compared,
  file: optional(
    uri('URL of the image with the differences, or of the whole diff; absent if nothing differs.'),
  ),
  expires: optional(seconds('When this file is removed.')),
});

/** Difference between two files of an account. */
export interface ComparisonResult extends z.infer<typeof comparisonResult> {}
