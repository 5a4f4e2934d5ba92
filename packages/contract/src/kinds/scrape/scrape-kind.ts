import * as z from 'zod/mini';
import { comparedParameters } from '../../parameters/appearance.ts';
import { declareIn } from '../../parameters/declare.ts';
import { elementParameters } from '../../parameters/interaction.ts';
import type { OutputOf } from '../../parameters/page-parameters.ts';
import { ignoredAreWritten, selectorIsWritten } from '../../rules/page-rules.ts';
import { rule, type Rule } from '../../rules/rule.ts';
import { defineKind } from '../define-kind.ts';
import { formatsOf, scrapeInfo } from '../kind-info.ts';

const { choice, flag, off } = declareIn('scrape');

export const scrapeParameters = {
  ...elementParameters,
  format: z._default(
    choice(formatsOf(scrapeInfo), {
      description:
        'HTML; Markdown; JSON with Markdown, metadata, links, images and tables; or JSON with places of elements.',
    }),
    'html',
  ),
  front_matter: off({ description: 'Begin Markdown with the metadata of the page, as YAML.' }),
  js_enabled: z._default(
    flag({
      description: 'Run the scripts of the page; when false, the HTML is as served.',
      half: 'load',
    }),
    true,
  ),
  main_content: off({
    description: 'Only the main content, without navigation, sidebars and footers.',
  }),
};

/** Validated values; each may be absent. */
export type ScrapeValues = Partial<OutputOf<typeof scrapeParameters>>;

const injectedScriptRuns = needsScripts('inject_js', 'injected_script_runs');

const awaitedFunctionRuns = needsScripts('wait_for_function', 'awaited_function_runs');

const stepsRun = needsScripts('steps', 'steps_run');

function needsScripts(
  name: 'inject_js' | 'wait_for_function' | 'steps',
  id: string,
): Rule<ScrapeValues> {
  return rule(id, name, (values) =>
    values[name] !== undefined && values.js_enabled === false
      ? `${name} needs js_enabled: leave one of them out.`
      : undefined,
  );
}

/** HTML and JSON contain metadata anyway. */
const frontMatterIsOfMarkdown: Rule<ScrapeValues> = rule(
  'front_matter_is_of_markdown',
  'front_matter',
  ({ front_matter, format }) =>
    front_matter && format !== 'md' ? 'front_matter needs format md.' : undefined,
);

export const scrapeRules = [
  injectedScriptRuns,
  awaitedFunctionRuns,
  stepsRun,
  frontMatterIsOfMarkdown,
];

export const scrapeKind = defineKind({
  ...scrapeInfo,
  parameters: scrapeParameters,
  furtherParameters: comparedParameters,
  rules: [selectorIsWritten, ignoredAreWritten, ...scrapeRules],
  needs: ({ js_enabled: scripts, format }) => ({
    medium: 'text',
    scripts,
    loadEvent: !scripts && format !== 'html',
    // The capture leaves elements out while it reads, so that the page does not change.
    hide: false,
  }),
});
