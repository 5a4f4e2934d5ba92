import * as z from 'zod/mini';
import { declareIn } from '../../parameters/declare.ts';

const { choice, flag } = declareIn('scrape');

export const scrapeParameters = {
  format: z._default(
    choice(['html', 'md'], { description: 'HTML of the page, or Markdown made of it.' }),
    'html',
  ),
  js_enabled: z._default(
    flag({ description: 'Run the scripts of the page; when false, the HTML is as served.' }),
    true,
  ),
  main_content: z._default(
    flag({ description: 'Only the article, without what stands around it.' }),
    false,
  ),
};
