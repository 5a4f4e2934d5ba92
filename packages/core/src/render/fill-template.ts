import { availableParallelism } from 'node:os';
import { RenderError } from '@tintype/contract';
import { ownFile } from '../installed.ts';
import { createWorkerPool, isOutOfMemory, type WorkerPool } from '../worker-pool.ts';

/** Values of a template, by name. They must be cloneable, so no functions. */
export type TemplateData = Readonly<Record<string, unknown>>;

export interface TemplateJob {
  html: string;
  data: TemplateData;
  limits: typeof limits;
}

/** A filled template, or a description of its error. */
export type FilledTemplate = { html: string } | { problem: string };

/** Limits of a template: characters, tags, time in ms, characters and entries of its output. */
const limits = {
  parseLimit: 10_000_000,
  tagLimit: 20_000,
  renderLimit: 2_000,
  memoryLimit: 20_000_000,
};

/** Memory of a thread in MB. The main thread stops for a moment when a large one is released. */
const memoryMb = 128;

/** Fills templates in threads, because Liquid checks its own time limit only between tags. */
export interface Templates {
  /** Fills a Liquid template, limited in time and size. Throws `invalid_parameter` with the line */
  fill(html: string, data: TemplateData): Promise<string>;
  /** Returns the same request with its `html` filled. @throws RenderError */
  fillRequest<Input extends object>(input: Input, data: TemplateData): Promise<Input>;
  stop(): Promise<void>;
}

/** Creates the threads that fill templates. The first template starts one. */
export function createTemplates(): Templates {
  let pool: WorkerPool<TemplateJob, FilledTemplate> | undefined;
  const open = () =>
    createWorkerPool<TemplateJob, FilledTemplate>({
      module: ownFile('render/template-thread', { name: '@tintype/core', url: import.meta.url }),
      size: availableParallelism(),
      memoryMb,
      idleMs: 30_000,
      maxJobMs: limits.renderLimit,
    });
  const never = new AbortController().signal;

  const fill = async (html: string, data: TemplateData): Promise<string> => {
    if (html.length > limits.parseLimit) throw wrong('parse length limit exceeded');
    pool ??= open();
    let filled: FilledTemplate;
    try {
      filled = await pool.run({ html, data, limits }, never);
    } catch (error) {
      throw wrong(reasonOf(error), error);
    }
    if ('problem' in filled) throw wrong(filled.problem);
    return filled.html;
  };

  return {
    fill,
    async fillRequest(input, data) {
      const { html } = input as { html?: unknown };
      if (typeof html === 'string') return { ...input, html: await fill(html, data) };
      throw new RenderError('invalid_request', 'data fills html: give html with it, and no url.');
    },
    async stop() {
      await pool?.stop();
    },
  };
}

/** Fills one template. @throws RenderError `invalid_parameter`; see {@link Templates} */
export async function fillTemplate(html: string, data: TemplateData): Promise<string> {
  const templates = createTemplates();
  try {
    return await templates.fill(html, data);
  } finally {
    await templates.stop();
  }
}

function reasonOf(error: unknown): string {
  if (isOutOfMemory(error)) return 'memory limit exceeded';
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_TIMEOUT') return 'render time limit exceeded';
  if (name === 'DataCloneError') return `data must be plain values: ${message}`;
  throw RenderError.from(error);
}

function wrong(reason: string, cause?: unknown): RenderError {
  const message = `html is no template that data can fill: ${reason.slice(0, 300)}`;
  return new RenderError('invalid_parameter', `${message}.`, {
    cause,
    details: [{ parameter: 'html', message }],
  });
}
