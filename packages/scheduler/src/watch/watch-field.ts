import { patternProblem } from '@tintype/contract/light';
import {
  mailAddress,
  maxNotifications,
  notificationTypes,
  ntfyTopic,
  watchedParts,
  type MonitorNoise,
} from '@tintype/contract/wire';
import { checked, expecting, isBlankSelector, saying } from '@tintype/contract/read';
import * as z from 'zod/mini';
import { mergeNoise } from './noise.ts';

/** Of selectors, areas and expressions each. */
const maxItems = 50;
const maxSelectorLength = 1_024;
const maxPatternLength = 500;
/** No image is longer. */
const maxPixels = 100_000;
const maxChecks = 1_000;
const maxUrlLength = 2_048;

const listOf = <Item extends z.ZodMiniType>(item: Item, expected: string, max = maxItems) =>
  z._default(
    z.array(item).check(z.maxLength(max), expecting(`a list of at most ${max} ${expected}`)),
    [],
  );

const selectorText = z.string().check(checked(selectorProblem));
const selectorWords = `of at most ${maxSelectorLength} characters`;

const pixels = (min: number) => z.int().check(z.minimum(min), z.maximum(maxPixels));
const area = z.strictObject({
  x: pixels(0),
  y: pixels(0),
  width: pixels(1),
  height: pixels(1),
});

const notification = z
  .strictObject({
    type: z.enum(notificationTypes),
    url: z.exactOptional(z.string()),
    to: z.exactOptional(z.string()),
  })
  .check(checked(notificationProblem));

/** The field `noise` of the state of a monitor. */
export const noiseField = z
  .array(
    z
      .strictObject({
        area: z.exactOptional(area),
        selector: z.exactOptional(selectorText),
        text: z.exactOptional(z.string().check(checked(ownPatternProblem))),
      })
      .check(checked(noiseProblem)),
  )
  .check(
    z.maxLength(3 * maxItems),
    checked(noiseCountProblem),
    expecting(
      `a list of parts that differ each time, at most ${maxItems} of each type, such as {"selector":"#clock"}, {"text":"^Now: .*$"} or {"area":{"x":0,"y":0,"width":100,"height":20}}`,
    ),
  );

/** The field `watch` of a task, which makes it a monitor. */
export const watchField = z
  .strictObject({
    on: z._default(z.enum(watchedParts), 'any'),
    selector: z.exactOptional(
      selectorText.check(expecting(`a CSS selector ${selectorWords}, for example #price`)),
    ),
    threshold: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0),
    ignore_selectors: listOf(selectorText, `CSS selectors ${selectorWords}`),
    ignore: listOf(
      area,
      `areas of whole pixels, such as {"x":0,"y":0,"width":100,"height":20}, each from 0 to ${maxPixels}`,
    ),
    ignore_text: listOf(
      z.string().check(checked(ownPatternProblem)),
      `regular expressions of at most ${maxPatternLength} characters`,
    ),
    confirm: z._default(z.boolean(), true),
    keep: z._default(z.int().check(z.minimum(1), z.maximum(maxChecks)), 100),
    notify: listOf(
      notification,
      `notifications, each with its type (${notificationTypes.join(', ')}), and url or, for email, to`,
      maxNotifications,
    ),
  })
  .check(saying(selectorMismatch));

/** Returns why a text is certainly no selector; browsers decide about the others. */
export function selectorProblem(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (isBlankSelector(text)) return 'it starts with --';
  if (text.length > maxSelectorLength) return `it has ${text.length} characters`;
  const bare = text.replaceAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gsu, '_');
  if (/["']/.test(bare)) return 'a quote is not closed';
  if (/[{};]/.test(bare)) return 'a selector has no { } or ;';
  if (/^\s*[,+~>]|[,+~>]\s*$/.test(bare))
    return 'something is missing before or after a combinator';
  return bracketProblem(bare);
}

function bracketProblem(text: string): string | undefined {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(/[[\]()]/g)) {
    if (bracket === '[' || bracket === '(') open.push(bracket === '[' ? ']' : ')');
    else if (open.pop() !== bracket) return `${bracket} was not opened`;
  }
  return open.length === 0 ? undefined : `${open.at(-1)} is missing`;
}

function ownPatternProblem(source: string): string | undefined {
  if (source === '') return 'it is empty';
  if (source.length > maxPatternLength) return `it has ${source.length} characters`;
  return patternProblem(source);
}

function notificationProblem({
  type,
  url,
  to,
}: {
  type: (typeof notificationTypes)[number];
  url?: string;
  to?: string;
}): string | undefined {
  if (type === 'email') {
    if (url !== undefined) return 'email has no url';
    const isAddress = to !== undefined && to.length <= 254 && mailAddress.test(to);
    return isAddress ? undefined : 'to of email must be an address';
  }
  if (to !== undefined) return `${type} has no to`;
  const parsed = url === undefined || url.length > maxUrlLength ? null : URL.parse(url);
  if (parsed?.protocol !== 'https:') {
    return `url of ${type} must be an address that starts with https://`;
  }
  if (type !== 'ntfy' || ntfyTopic.test(parsed.pathname)) return undefined;
  return 'url of ntfy must end with a topic: 1 to 64 letters, digits, - and _';
}

function noiseProblem({ area: box, selector, text }: MonitorNoise): string | undefined {
  if (text === undefined && selector === undefined && box === undefined) return 'it is empty';
  const isMixed = text !== undefined && (selector !== undefined || box !== undefined);
  return isMixed ? 'a text has neither selector nor area' : undefined;
}

function noiseCountProblem(noise: readonly MonitorNoise[]): string | undefined {
  const count = mergeNoise([], noise).length;
  return count < noise.length ? `${count} are left, as others are equal or too many` : undefined;
}

function selectorMismatch({
  on,
  selector,
}: {
  on: (typeof watchedParts)[number];
  selector?: string;
}): string | undefined {
  if (on === 'selector' && selector === undefined) {
    return 'needs a selector with "on": "selector", for example "selector": "#price".';
  }
  if (on !== 'selector' && selector !== undefined) {
    return `has a selector, which needs "on": "selector"; got "${on}".`;
  }
  return undefined;
}
