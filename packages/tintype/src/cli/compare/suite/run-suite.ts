import { readFile, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ComparedFile, CompareOptions } from '@tintype/compare';
import * as z from 'zod/mini';
import { EXIT, UsageError, type CliContext } from '../../cli-context.ts';
import { browserOptions } from '../../flags/browser-options.ts';
import type { ParsedFlags } from '../../flags/parse-flags.ts';
import { readFlag } from '../../flags/read-flag.ts';
import { fileProblem } from '../../output/failure-message.ts';
import { createFileWriter, type FileWriter } from '../../output/file-writer.ts';
import { engineOptions } from '../../render/plain-start.ts';
import { readReach } from '../../render/render-plan.ts';
import { readShare } from '../compare-flags.ts';
import { renderSide } from '../compare-sides.ts';
import { checkPage, type CheckedPage, type CheckParts, type Outcome } from './check-page.ts';
import { createSuiteOutput } from './suite-output.ts';
import { createSuiteReport } from './suite-report.ts';
import { suitePages, type SuitePage } from './suite-pages.ts';

const renders = z.int().check(z.minimum(1), z.maximum(64));
const retryCount = z.int().check(z.minimum(0), z.maximum(5));

/**
 * Renders pages and compares them with the accepted images of a folder.
 * @param comparisonOptions - of each comparison
 * @returns 0 if all are the same or accepted; 1 if one is new or changed; 2 if one failed
 */
export async function runSuite(
  parsed: ParsedFlags,
  context: CliContext,
  comparisonOptions: CompareOptions,
): Promise<number> {
  const { environment, signal, stdin } = context;
  const folder = parsed.last('baseline') ?? '';
  const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  const concurrency = readFlag(renders, 'concurrency', given) ?? availableParallelism();
  const retries = readFlag(retryCount, 'retries', given) ?? 1;
  const maxChanged = readShare('max-changed', parsed.last('max-changed')) ?? 0;
  refuseUnused(parsed);
  const allow = await readReach(parsed, environment);
  const allAllowed = [...allow, ...environment.egressAllow];
  const pages = await suitePages(parsed, { allow: allAllowed, readStdin: () => text(stdin) });
  const reportPath = parsed.last('report');
  const writer = namingPaths(createFileWriter());
  context.onExit(() => writer.cleanUp());
  const report = reportPath === undefined ? undefined : createSuiteReport(reportPath, writer);
  const { composeRenderer } = await import('../../../composition-root.ts');
  const browser = engineOptions(browserOptions(parsed), concurrency, pages.length);
  const renderer = composeRenderer(browser, environment);
  const output = await createSuiteOutput(pages.length, parsed, context);
  const compare = inTurn();
  const outcomes: Outcome[] = [];
  const failed = new AbortController();
  const options = { ...comparisonOptions, signal: AbortSignal.any([signal, failed.signal]) };
  const parts: CheckParts = {
    render: ({ target, request }) =>
      renderSide(renderer, target, request, { signal: options.signal, allow }),
    compare,
    accepted: ({ file }) => readAccepted(join(folder, `${file}.png`)),
    options,
    maxChanged,
    retries,
  };
  try {
    const queue = pages.entries();
    const work = async () => {
      for (const [at, page] of queue) {
        options.signal.throwIfAborted();
        const found = await checkPage(page, parts);
        const checked = parsed.isOn('update') ? await accept(found, folder, writer) : found;
        outcomes.push(checked.outcome);
        await report?.add(at, checked);
        output.checked(checked);
      }
    };
    const workers = Array.from({ length: Math.min(concurrency, pages.length) }, async () =>
      work().catch((error: unknown) => failed.abort(error)),
    );
    await Promise.all(workers);
    options.signal.throwIfAborted();
    output.done(outcomes, await unusedImages(folder, pages), await report?.write());
  } finally {
    output.stop();
    await renderer.stop();
  }
  return exitCode(outcomes, parsed.isOn('update'));
}

function exitCode(outcomes: readonly Outcome[], isUpdate: boolean): number {
  if (outcomes.includes('failed')) return EXIT.usage;
  const differs = outcomes.some((outcome) => outcome !== 'same');
  return differs && !isUpdate ? EXIT.failed : EXIT.done;
}

/** @throws UsageError for flags of a comparison of two sides */
function refuseUnused(parsed: ParsedFlags): void {
  for (const name of ['output', 'text', 'ignore-text', 'side-by-side']) {
    if (parsed.last(name) === undefined) continue;
    const hint = name === 'output' ? ' --report writes the differences.' : '';
    throw new UsageError(`--${name} has no effect with --baseline.${hint}`);
  }
}

/** Large images need much memory: they are compared one after the other. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return (before: ComparedFile, after: ComparedFile, options: CompareOptions) => {
    const work = async () => {
      const { compare } = await import('@tintype/compare');
      return compare(before, after, options);
    };
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

async function readAccepted(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`${path}: The accepted image cannot be read (${code}).`, { cause: error });
  }
}

/** Writes what is new or changed, also instead of an image that cannot be compared. */
async function accept(
  checked: CheckedPage,
  folder: string,
  writer: Pick<FileWriter, 'replace'>,
): Promise<CheckedPage> {
  const { outcome, after, page, error: _error, ...rest } = checked;
  if (after === undefined || outcome === 'same') return checked;
  await writer.replace(join(folder, `${page.file}.png`), after);
  if (outcome !== 'failed') return checked;
  return { ...rest, page, after, outcome: 'changed' };
}

/** A failure to write is no difference, whose exit code is 1, and may concern any file of a run. */
function namingPaths(writer: FileWriter): Pick<FileWriter, 'replace' | 'cleanUp'> {
  return {
    ...writer,
    async replace(path, body) {
      try {
        return await writer.replace(path, body);
      } catch (error) {
        throw new UsageError(`${path}: ${fileProblem(error)}`, { cause: error });
      }
    },
  };
}

/** Returns images of the folder that belong to no page. */
async function unusedImages(folder: string, pages: readonly SuitePage[]): Promise<string[]> {
  const used = new Set(pages.map(({ file }) => `${file}.png`));
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.png') && !used.has(name));
}
