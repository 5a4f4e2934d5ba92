import { readFile } from 'node:fs/promises';
import type { TemplateData } from '@tintype/core';
import { UsageError } from '../cli-context.ts';
import { readNamedFile } from './read-named-file.ts';
import type { Target } from './target.ts';

/** Reads the file of `--data`: a JSON object. @throws UsageError */
export async function readTemplateData(path: string): Promise<TemplateData> {
  const text = (await readNamedFile(`--data ${path}`, path)).toString();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--data ${path} is no JSON: ${(error as Error).message}.`);
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return data as TemplateData;
  throw new UsageError(`--data ${path} must hold a JSON object, such as {"title": "Hello"}.`);
}

/**
 * Fills the page of a target with data.
 * @throws UsageError for a page that is not the user's own HTML; RenderError for an invalid
 * template
 */
export async function fillTarget(target: Target, data: TemplateData): Promise<string> {
  const html =
    target.from === 'html'
      ? target.html
      : target.from === 'file'
        ? await readFile(target.file, 'utf8')
        : undefined;
  if (html === undefined) {
    throw new UsageError(`--data fills HTML of your own, a file or stdin; got ${target.typed}.`);
  }
  // Loaded on use: templates are rare.
  const { fillTemplate } = await import('@tintype/core');
  return fillTemplate(html, data);
}
