import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A saved page with its main content, as people marked it. */
export interface SavedPage {
  id: string;
  type: string;
  url: string;
  html: string;
  wanted: string;
  /** Empty if not recorded. */
  author: string;
  published: string;
}

/** The names of the saved pages of a corpus: `html/ID.html.gz` with `ground-truth/ID.json`. */
export function savedIds(corpus: string): string[] {
  return readdirSync(join(corpus, 'html'))
    .map((name) => name.replace(/\.html\.gz$/, ''))
    .toSorted();
}

/** Reads a saved page; undefined if its main content is not labelled. */
export function readSaved(corpus: string, id: string): SavedPage | undefined {
  const truth = JSON.parse(readFileSync(join(corpus, 'ground-truth', `${id}.json`), 'utf8')) as {
    url?: string;
    ground_truth: {
      main_content?: string | null;
      author?: string | null;
      publish_date?: string | null;
    };
    _internal: { page_type: { primary: string } };
  };
  const { main_content: wanted, author, publish_date } = truth.ground_truth;
  if (!wanted) return undefined;
  const html = gunzipSync(readFileSync(join(corpus, 'html', `${id}.html.gz`))).toString('utf8');
  const url = truth.url || `https://site.example/${id}`;
  return {
    id,
    type: truth._internal.page_type.primary,
    url,
    html,
    wanted,
    author: author ?? '',
    published: publish_date ?? '',
  };
}
