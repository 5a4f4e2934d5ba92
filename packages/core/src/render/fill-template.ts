import { RenderError } from '@tintype/contract';
import { requireInstalled } from '../installed.ts';

/** What a template is filled with, by name. */
export type TemplateData = Readonly<Record<string, unknown>>;

/** A template may have so many characters, write so many in about this time, and make strings and lists of so many parts together. */
const bounds = { parseLimit: 10_000_000, renderLimit: 2_000, memoryLimit: 50_000_000 };

const options = {
  ...bounds,
  // What stands in data is text, and no markup, until the template says `| raw`.
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictFilters: true,
  // No template reads files: neither include nor render nor layout finds any.
  templates: {},
  // The same page is made wherever it is made.
  timezoneOffset: 0,
} as const;

/**
 * Fills a template of Liquid with data. It runs no code, reads no files, and has bounds of time and size.
 *
 * @throws RenderError `invalid_parameter` that says what is wrong with the template, and in which line
 */
export async function fillTemplate(html: string, data: TemplateData): Promise<string> {
  // Required: its module calls `require`, which a bundle of ES modules has not.
  const { Liquid } = requireInstalled<typeof import('liquidjs')>('liquidjs', {
    name: '@tintype/core',
    url: import.meta.url,
  });
  try {
    return (await new Liquid(options).parseAndRender(html, { ...data })) as string;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `html is no template that data can fill: ${reason.slice(0, 300)}`;
    throw new RenderError('invalid_parameter', `${message}.`, {
      cause: error,
      details: [{ parameter: 'html', message }],
    });
  }
}

/** The same request, its `html` filled. */
export async function withData<Input extends object>(
  input: Input,
  data: TemplateData,
): Promise<Input> {
  const { html } = input as { html?: unknown };
  if (typeof html === 'string') return { ...input, html: await fillTemplate(html, data) };
  throw new RenderError('invalid_request', 'data fills html: give html with it, and no url.');
}
