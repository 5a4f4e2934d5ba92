import { basename } from 'node:path';
import { isCapturedAs, RenderError } from '@tintype/contract';
import type { OpenPage, RenderResult } from '@tintype/core';
import { EXIT, exitCodeOf, type CliContext } from '../cli-context.ts';
import { failureMessage, isWrongUse } from '../output/failure-message.ts';
import { createFileWriter, type FileWriter } from '../output/file-writer.ts';
import type { Reporter } from '../output/reporter.ts';
import { createLocalSite } from '../render/local-site.ts';
import { engineOptions } from '../render/plain-start.ts';
import { metadataAskedFor, missingMessage } from '../render/render-jobs.ts';
import type { CapturePlan } from './capture-plan.ts';

/**
 * Loads the page of a plan once and makes its files. A file that fails does not stop the others.
 * Returns the exit code.
 */
export async function captureFiles(
  plan: CapturePlan,
  { signal, environment, onExit }: CliContext,
  reporter: Reporter,
): Promise<number> {
  const startMs = performance.now();
  const { target, outputs } = plan;
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  const { composeRenderer } = await import('../../composition-root.ts');
  const { captureBetween } = await import('@tintype/core');
  const renderer = composeRenderer(engineOptions(plan.renderer, 1, 1), environment);
  const local = target.from === 'file' ? createLocalSite(target.root) : undefined;
  const codes: number[] = [];
  try {
    const page = await renderer.open(plan.page, {
      signal,
      allow: plan.allow,
      traffic: plan.traffic,
      ...(local ? { site: local.site } : {}),
    });
    const left = new Set(outputs);
    const capture = async (output: CapturePlan['outputs'][number]) => {
      left.delete(output);
      codes.push(await captureFile(page, output, { plan, reporter, writer, signal }));
    };
    const here = (step: string) => outputs.filter(({ path }) => isCapturedAs(step, basename(path)));
    await captureBetween(
      page,
      async (step) => {
        for (const output of here(step)) await capture(output);
      },
      signal,
    );
    for (const output of left) if (!signal.aborted) await capture(output);
    await page.close();
    const missing = local?.missing ?? [];
    if (local && target.from === 'file' && missing.length > 0) {
      reporter.warn(missingMessage(missing, target.root));
    }
    const done = codes.filter((code) => code === EXIT.done).length;
    reporter.summary(done, codes.length - done, performance.now() - startMs);
  } finally {
    await renderer.stop();
  }
  return exitCodeOf(codes);
}

interface CaptureTools {
  plan: CapturePlan;
  reporter: Reporter;
  writer: FileWriter;
  signal: AbortSignal;
}

async function captureFile(
  page: OpenPage,
  { path, request }: CapturePlan['outputs'][number],
  { plan, reporter, writer, signal }: CaptureTools,
): Promise<number> {
  const startMs = performance.now();
  const { typed } = plan.target;
  try {
    const onProgress = reporter.follow();
    const result = await page.capture(request, { signal, ...(onProgress ? { onProgress } : {}) });
    const file = await write(writer, path, result);
    const durationMs = performance.now() - startMs;
    const asked = metadataAskedFor({ ...plan.page, ...request });
    reporter.written({ typed, file, result, durationMs, asked });
    return EXIT.done;
  } catch (error) {
    if (error instanceof RenderError && error.code === 'cancelled') return EXIT.failed;
    reporter.failed(typed, error, path);
    return isWrongUse(error) ? EXIT.usage : EXIT.failed;
  }
}

async function write(writer: FileWriter, path: string, { body }: RenderResult): Promise<string> {
  try {
    return await writer.replace(path, body);
  } catch (error) {
    throw new Error(`${path} was not written: ${failureMessage(error)}`, { cause: error });
  }
}
