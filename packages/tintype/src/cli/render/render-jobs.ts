import { resolve } from 'node:path';
import { RenderError } from '@tintype/contract';
import type { Renderer, RenderOptions, RenderResult } from '@tintype/core';
import type { RunningParts } from '../../composition-root.ts';
import { EXIT, exitCodeOf, type CliContext } from '../cli-context.ts';
import { deliver } from './deliver.ts';
import { isWrongUse } from '../output/failure-message.ts';
import { openFile } from '../output/open-file.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { createLocalSite, pageSite } from './local-site.ts';
import { engineOptions } from './plain-start.ts';
import type { Reporter } from '../output/reporter.ts';
import type { Job, RenderPlan } from './render-plan.ts';

/** Renders every page of a plan; a failure does not stop the others. Returns the exit code. */
export async function renderJobs(
  plan: RenderPlan,
  context: CliContext,
  reporter: Reporter,
  running?: RunningParts,
): Promise<number> {
  const startMs = performance.now();
  const { signal, environment, stdout } = context;
  const writer = createFileWriter();
  context.onExit(() => writer.cleanUp());
  // Loaded on use: an invalid command line is rejected without it.
  const { composeRenderer } = await import('../../composition-root.ts');
  const renderer = composeRenderer(
    engineOptions(plan.renderer, plan.concurrency, plan.jobs.length),
    environment,
    running,
  );
  const codes: number[] = [];
  const again: Job[] = [];
  let unrendered = plan.jobs.length;

  const writeTrace = async (trace: Uint8Array | undefined) => {
    if (plan.trace !== undefined && trace) await writer.replace(plan.trace, trace, 0o600);
  };

  async function work(queue: Iterable<Job>, isLast: boolean): Promise<void> {
    for (const job of queue) {
      if (signal.aborted) return;
      const jobStartMs = performance.now();
      const typed = typedOf(job);
      try {
        const onProgress = reporter.follow();
        const options = {
          signal,
          ...(plan.jobs.length > 1 && { group: 'list' }),
          ...(onProgress ? { onProgress } : {}),
          ...(plan.trace === undefined ? {} : { trace: true }),
        };
        const result = await renderJob(renderer, job, options);
        unrendered -= 1;
        // The browser ends while the last file is being written. A failure is reported below.
        if (unrendered === 0) renderer.stop().catch(() => {});
        await writeTrace(result.trace);
        const file = await deliver(result, job, plan.destination, { writer, stdout });
        const durationMs = performance.now() - jobStartMs;
        reporter.written({ typed, file, result, durationMs, asked: metadataAskedFor(job.request) });
        if (plan.open) {
          const problem = await openFile(resolve(file), environment.variables);
          if (problem !== undefined) reporter.warn(problem);
        }
        codes.push(EXIT.done);
      } catch (error) {
        if (error instanceof RenderError) await writeTrace(error.trace);
        if (error instanceof RenderError && error.code === 'cancelled') return;
        if (!isLast && error instanceof RenderError && error.retryable) {
          again.push(job);
          continue;
        }
        reporter.failed(typed, error);
        codes.push(isWrongUse(error) ? EXIT.usage : EXIT.failed);
      }
    }
  }

  /** Renders jobs from one queue, with limited concurrency. */
  const atOnce = async (jobs: readonly Job[], isLast: boolean) => {
    const queue = jobs.values();
    await Promise.all(Array.from({ length: plan.concurrency }, () => work(queue, isLast)));
  };

  try {
    await atOnce(plan.jobs, !plan.retryFailed);
    await atOnce(again, true);
    const done = codes.filter((code) => code === EXIT.done).length;
    reporter.summary(done, codes.length - done, performance.now() - startMs);
  } finally {
    await renderer.stop();
  }
  return exitCodeOf(codes);
}

/** Name of a page in messages. */
function typedOf({ target: { typed }, device }: Job): string {
  return device === undefined ? typed : `${typed} on ${device}`;
}

async function renderJob(
  renderer: Renderer,
  { target, request, allow, site, filled }: Job,
  options: RenderOptions,
): Promise<RenderResult> {
  if (target.from !== 'file') {
    return await renderer.render(request, { ...options, allow, ...(site ? { site } : {}) });
  }
  const local = createLocalSite(target.root);
  const folder =
    filled === undefined ? local.site : pageSite(filled, new URL(target.url).pathname, local.site);
  const result = await renderer.render(request, { ...options, allow, site: folder });
  const { missing } = local;
  return missing.length === 0
    ? result
    : { ...result, warnings: [...result.warnings, missingMessage(missing, target.root)] };
}

/** `metadata_title` requests `title`. The size of an image is always reported. */
export function metadataAskedFor(request: object): ReadonlySet<string> {
  const names = Object.entries(request)
    .filter(([name, value]) => name.startsWith('metadata_') && value === true)
    .map(([name]) => name.slice('metadata_'.length));
  return new Set(names);
}

/** Maximum number of names in a warning. */
const MAX_NAMES = 5;

export function missingMessage(missing: readonly string[], root: string): string {
  const names = missing.slice(0, MAX_NAMES).join(', ');
  const more = missing.length > MAX_NAMES ? ` and ${missing.length - MAX_NAMES} more` : '';
  return `The page requested ${names}${more}, not found in ${root}. If they are in a parent folder, name it with --root.`;
}
