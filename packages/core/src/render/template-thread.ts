import { parentPort } from 'node:worker_threads';
import { Liquid } from 'liquidjs';
import { templateLimits, type FilledTemplate, type TemplateJob } from './fill-template.ts';

const { parseLimit, timeMs: renderLimit, memoryLimit } = templateLimits;

const liquid = new Liquid({
  parseLimit,
  renderLimit,
  memoryLimit,
  // What stands in data is text, and no markup, until the template says `| raw`.
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictFilters: true,
  // No template reads files: neither include nor render nor layout finds any.
  templates: {},
  // The same page is made wherever it is made.
  timezoneOffset: 0,
});

parentPort?.on('message', (job: TemplateJob) => {
  void fill(job).then((filled) => parentPort?.postMessage(filled));
});

async function fill({ html, data }: TemplateJob): Promise<FilledTemplate> {
  try {
    return { html: (await liquid.parseAndRender(html, { ...data })) as string };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
