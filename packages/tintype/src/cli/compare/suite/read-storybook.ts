import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createEgress } from '@tintype/egress';
import { RenderError } from '@tintype/contract';
import { loadSitemap } from '../../../load-sitemap.ts';
import { UsageError } from '../../cli-context.ts';
import { readNamedFile } from '../../render/read-named-file.ts';
import { maxListed, type ListedPage } from '../../render/read-list.ts';
import { readTarget, type Target } from '../../render/target.ts';

/** A story, or its documentation, in the index of Storybook 7 and later. */
interface Story {
  id: string;
  title: string;
  name: string;
  type?: string;
  tags?: unknown;
}

/** Storybook shows a story, or the error that it throws. */
const shown = 'body.sb-show-main, body.sb-show-errordisplay';

/**
 * Returns the stories of a running Storybook, or of the folder of a built one. Stories without the
 * tag `test` are left out, as by Storybook's own tests.
 * @param allow - private hosts that may be reached, besides the host of the address
 * @throws UsageError
 */
export async function readStorybook(
  place: string,
  allow: readonly string[],
): Promise<Pick<ListedPage, 'target' | 'parameters' | 'place'>[]> {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const base = isFolder
    ? readTarget(join(place, 'iframe.html'), place)
    : readTarget(`${place.replace(/\/+(?:index\.html)?$/, '')}/iframe.html`);
  if (base.from !== 'file' && base.from !== 'url') throw notFound(place);
  const text = isFolder
    ? (await readNamedFile('--storybook', join(place, 'index.json'))).toString()
    : await loadIndex(new URL('index.json', base.url), [
        ...allow,
        ...(base.from === 'url' ? base.allow : []),
      ]);
  const stories = storiesOf(text, place);
  if (stories.length === 0) throw new UsageError(`--storybook ${place}: it has no stories.`);
  if (stories.length > maxListed) {
    throw new UsageError(
      `--storybook must have at most ${maxListed} stories; got ${stories.length}.`,
    );
  }
  return stories.map(({ id, title, name }) => ({
    target: storyTarget(base, id),
    parameters: { wait_for_selector: shown, name: `${title}/${name}` },
    place: `story ${id}`,
  }));
}

function storyTarget(base: Extract<Target, { url: string }>, id: string): Target {
  const query = new URLSearchParams({ id, viewMode: 'story' });
  return { ...base, typed: id, url: `${base.url}?${query}` };
}

async function loadIndex(url: URL, allow: readonly string[]): Promise<string> {
  const egress = createEgress({ allow });
  try {
    const never = new AbortController().signal;
    return Buffer.from(await loadSitemap(egress, url, never)).toString();
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new UsageError(`--storybook: ${error.message.replace(/^sitemap: /, '')}`, {
      cause: error,
    });
  } finally {
    await egress.close();
  }
}

function storiesOf(text: string, place: string): Story[] {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch (cause) {
    throw notFound(place, cause);
  }
  const { entries } = (index ?? {}) as { entries?: unknown };
  if (typeof entries !== 'object' || entries === null) throw notFound(place);
  return Object.values(entries).filter(isStory);
}

function isStory(entry: unknown): entry is Story {
  const { id, title, name, type, tags } = (entry ?? {}) as Partial<Story>;
  const isNamed = [id, title, name].every((value) => typeof value === 'string');
  return isNamed && type !== 'docs' && (!Array.isArray(tags) || tags.includes('test'));
}

function notFound(place: string, cause?: unknown): UsageError {
  return new UsageError(
    `--storybook ${place}: there is no index.json of Storybook 7 or later. Name its address, such as http://localhost:6006, or the folder of storybook build.`,
    { cause },
  );
}
