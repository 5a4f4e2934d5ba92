import * as z from 'zod/mini';
import type { OutputOf } from '../../parameters/page-parameters.ts';
import { elementParameters } from '../../parameters/interaction.ts';
import { formatsOf } from '../kind-info.ts';
import { scrapeInfo } from './scrape-info.ts';
import { declareIn } from '../../parameters/declare.ts';

const { choice, flag } = declareIn('scrape');

export const scrapeParameters = {
  ...elementParameters,
  format: z._default(
    choice(formatsOf(scrapeInfo), {
      description:
        'HTML of the page, Markdown converted from it, or JSON with its Markdown, metadata, links, images and tables.',
    }),
    'html',
  ),
  front_matter: z._default(
    flag({ description: 'Begin Markdown with the metadata of the page, as YAML.' }),
    false,
  ),
  js_enabled: z._default(
    flag({
      description: 'Run the scripts of the page; when false, the HTML is as served.',
      half: 'load',
    }),
    true,
  ),
  main_content: z._default(
    flag({ description: 'Only the article, without what stands around it.' }),
    false,
  ),
};

/** Values of them that were checked; each may be absent. */
export type ScrapeValues = Partial<OutputOf<typeof scrapeParameters>>;
