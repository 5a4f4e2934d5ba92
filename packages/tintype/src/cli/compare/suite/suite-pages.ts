import { parseRequest, RenderError, type RequestInput } from '@tintype/contract';
import { splitText } from '../../../from-text.ts';
import { UsageError } from '../../cli-context.ts';
import type { ParsedFlags } from '../../flags/parse-flags.ts';
import { cleanName, fileNameFor } from '../../render/file-name.ts';
import { readList, type ListedPage } from '../../render/read-list.ts';
import { pageOf } from '../../render/render-plan.ts';
import { readTarget, type Target } from '../../render/target.ts';
import { pageParameters } from '../compare-sides.ts';

/** A page of a suite in one size. */
export interface SuitePage {
  /** For people: `Home page, 375x667`. */
  title: string;
  /** Name of its image in the folder, without extension. */
  file: string;
  target: Target;
  request: RequestInput;
}

export interface SuiteSources {
  allow: readonly string[];
  readStdin(): Promise<string>;
}

/** Maximum number of images: pages in all their sizes. */
const maxImages = 10_000;

type Listed = Pick<ListedPage, 'target' | 'parameters'> & { place?: string };

/**
 * Returns the pages of the arguments and lists, each in all its sizes, with validated requests.
 * @throws UsageError, or RenderError with status 400
 */
export async function suitePages(parsed: ParsedFlags, sources: SuiteSources): Promise<SuitePage[]> {
  const listed = await listedPages(parsed, sources);
  if (listed.length === 0) {
    throw new UsageError(
      'Name pages to compare with --baseline: addresses, --urls pages.yml or --storybook http://localhost:6006.',
    );
  }
  const shared = await pageParameters(parsed, 'screenshot');
  const sizes = parsed.all('sizes').flatMap((text) => splitText(text, ','));
  const pages = listed.flatMap((page) => inSizes(page, sizes, shared));
  if (pages.length > maxImages) {
    throw new UsageError(`At most ${maxImages} images can be compared; got ${pages.length}.`);
  }
  refuseSameNames(pages);
  return pages;
}

async function listedPages(
  parsed: ParsedFlags,
  { allow, readStdin }: SuiteSources,
): Promise<Listed[]> {
  const root = parsed.last('root');
  const pages: Listed[] = parsed.positionals.map((typed) => {
    const target = readTarget(typed, root);
    if (target.from === 'stdin') throw new UsageError('- is for lists: --urls -');
    return { target, parameters: {} };
  });
  for (const path of parsed.all('urls')) {
    const parts = { kind: 'screenshot', kinds: undefined, root, allow, readStdin, flag: '--urls' };
    pages.push(...(await readList(path, parts)));
  }
  const storybook = parsed.last('storybook');
  if (storybook !== undefined) {
    const { readStorybook } = await import('./read-storybook.ts');
    pages.push(...(await readStorybook(storybook, allow)));
  }
  return pages;
}

const sizeForm = /^(\d{1,5})x(\d{1,5})$/i;

function inSizes(
  { target, parameters, place }: Listed,
  usualSizes: readonly string[],
  shared: Record<string, unknown>,
): SuitePage[] {
  const { name, sizes: own, ...given } = parameters;
  const where = place === undefined ? '' : `${place}: `;
  if (name !== undefined && !(typeof name === 'string' && /[\p{L}\p{N}]/u.test(name))) {
    throw new UsageError(`${where}name must be a text with letters or digits.`);
  }
  if (own !== undefined && !(Array.isArray(own) || typeof own === 'string')) {
    throw new UsageError(`${where}sizes must be a list such as [375x667, 1280x800].`);
  }
  const sizes: unknown[] =
    own === undefined ? [...usualSizes] : typeof own === 'string' ? splitText(own, ',') : own;
  const title = name ?? target.typed;
  const file = name === undefined ? fileNameFor(target) : cleanName(name);
  const page = (more: object): RequestInput => {
    const request = { ...usual, ...shared, ...given, ...more, ...pageOf(target) };
    return check({ ...request, kind: 'screenshot', format: 'png' }, where);
  };
  if (sizes.length === 0) return [{ title, file, target, request: page({}) }];
  return sizes.map((size) => {
    const [, width, height] = sizeForm.exec(String(size)) ?? [];
    if (width === undefined) {
      throw new UsageError(`${where}sizes are written as 375x667; got "${String(size)}".`);
    }
    const viewport = { viewport_width: Number(width), viewport_height: Number(height) };
    const label = `${width}x${height}`;
    return {
      title: `${title}, ${label}`,
      file: `${file}-${label}`,
      target,
      request: page(viewport),
    };
  });
}

/**
 * Parameters unless others are given: an error page must not become an accepted image, nor a page
 * differ with each load.
 */
const usual = { fail_on_status: '400-599', deterministic: true };

function check(request: RequestInput, where: string): RequestInput {
  try {
    parseRequest(request);
    return request;
  } catch (error) {
    if (where === '' || !(error instanceof RenderError)) throw error;
    throw new UsageError(`${where}${error.message}`);
  }
}

/** File systems may not distinguish upper and lower case. */
function refuseSameNames(pages: readonly SuitePage[]): void {
  const taken = new Map<string, SuitePage>();
  for (const page of pages) {
    const other = taken.get(page.file.toLowerCase());
    if (other) {
      throw new UsageError(
        `Two images would be ${page.file}.png: ${other.title} and ${page.title}. Give one of them another name in a list.`,
      );
    }
    taken.set(page.file.toLowerCase(), page);
  }
}
