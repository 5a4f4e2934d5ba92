import { parentPort } from 'node:worker_threads';
import { Liquid } from 'liquidjs';
import { workerReady } from '../worker-pool.ts';
import type { FilledTemplate, TemplateJob } from './fill-template.ts';

const options = {
  // Data is text, not markup, unless the template uses `| raw`.
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictFilters: true,
  // Templates read no files: include, render and layout find none.
  templates: {},
  // The output does not depend on the time zone of the machine.
  timezoneOffset: 0,
} as const;

parentPort?.on('message', (job: TemplateJob) => {
  void fill(job).then((filled) => parentPort?.postMessage(filled));
});
parentPort?.postMessage(workerReady);

async function fill({ html, data, limits }: TemplateJob): Promise<FilledTemplate> {
  const { tagLimit, ...bounds } = limits;
  const tag = /\{[{%]/g;
  for (let tags = 0; tag.test(html); tags += 1) {
    if (tags === tagLimit) return { problem: `tag limit exceeded: at most ${tagLimit} tags` };
  }
  try {
    const liquid = new Liquid({ ...options, ...bounds });
    return { html: (await liquid.parseAndRender(html, { ...data })) as string };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
