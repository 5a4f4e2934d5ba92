import type { Rule } from '../../rules/rule.ts';
import type { ScrapeValues } from './scrape-parameters.ts';

/** A script cannot run where scripts are off. */
const injectedScriptRuns = needsScripts('inject_js', 'injected_script_runs');

/** As for `inject_js`. */
const awaitedFunctionRuns = needsScripts('wait_for_function', 'awaited_function_runs');

function needsScripts(name: 'inject_js' | 'wait_for_function', id: string): Rule<ScrapeValues> {
  return {
    id,
    parameter: name,
    check: (values) =>
      values[name] !== undefined && values.js_enabled === false
        ? `${name} needs js_enabled: leave one of them out.`
        : undefined,
  };
}

/** HTML and JSON have their own places for metadata. */
const frontMatterIsOfMarkdown: Rule<ScrapeValues> = {
  id: 'front_matter_is_of_markdown',
  parameter: 'front_matter',
  check: ({ front_matter, format }) =>
    front_matter && format !== 'md'
      ? 'front_matter is of Markdown: it needs format md.'
      : undefined,
};

/** The rules of what a scrape alone can be asked for. */
export const scrapeRules = [injectedScriptRuns, awaitedFunctionRuns, frontMatterIsOfMarkdown];
