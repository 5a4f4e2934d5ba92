import { selectorIsWritten } from '../../rules/page-rules.ts';
import { defineKind } from '../define-kind.ts';
import { scrapeInfo } from './scrape-info.ts';
import { scrapeParameters } from './scrape-parameters.ts';
import { scrapeRules } from './scrape-rules.ts';

export const scrapeKind = defineKind({
  ...scrapeInfo,
  parameters: scrapeParameters,
  rules: [selectorIsWritten, ...scrapeRules],
  needs: ({ js_enabled: scripts, format }) => ({
    medium: 'text',
    scripts,
    loadEvent: !scripts && format !== 'html',
    // Left out while the text is read, so that the page looks the same meanwhile.
    hide: false,
  }),
});
