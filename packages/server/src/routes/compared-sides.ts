import {
  RenderError,
  type ParsedComparison,
  type ParsedSide,
  type RenderRequest,
  type ScreenshotRequest,
} from '@tintype/contract';
import { maxElementsBytes, maxComparedBytes } from '@tintype/contract/light';
import { comparedTypeOfBoth, parameterError } from '@tintype/contract/read';
import { createRequestId } from '@tintype/core';
import { readReceipt } from '@tintype/contract/headers';
import type { ComparedStoredFile } from '@tintype/jobs';
import type { Store, StoredFile, StoredRequest } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeRate } from '../admission/take-rate.ts';
import { readIdempotencyKey, readSubmission } from '../parse/read-render.ts';
import type { RouteContext } from '../route/define-route.ts';

/** A side of a comparison: a stored file, and the request that it is the result of. */
export interface ComparedSide {
  request: string;
  file: ComparedStoredFile;
}

/**
 * Finds the files of requests and renders the others concurrently, each as a request of its own. If
 * one side fails, the render of the other is aborted.
 * @throws RenderError whose message starts with the name of the side
 */
export async function readSides(
  sides: ParsedComparison,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RouteContext,
): Promise<[before: ComparedSide, after: ComparedSide]> {
  const { store, plans, running } = context;
  const { account } = request.caller;
  const named = [
    ['before', sides.before],
    ['after', sides.after],
  ] as const;
  // Whatever can be checked is checked before anything is rendered.
  const stored = await Promise.all(
    named.map(([name, side]) =>
      naming(name, async () => ('id' in side ? storedSide(account.id, side, store) : undefined)),
    ),
  );
  const type = checkTypes(typeOf(sides.before, stored[0]), typeOf(sides.after, stored[1]));
  refuseIdle(sides.options, type);
  if (readIdempotencyKey(request) !== undefined && stored.includes(undefined)) {
    const message =
      'Idempotency-Key does not apply to pages that are rendered for a comparison: leave it out, or compare the results of two requests.';
    throw new RenderError('invalid_request', message);
  }
  // The call itself was counted already.
  if (stored.every((side) => side === undefined))
    await takeRate(account, plans, store.usage, reply);
  const failed = new AbortController();
  const signal = AbortSignal.any([running.signalOf(reply), failed.signal]);
  const work = named.map(([name, side], at) =>
    naming(name, async () => stored[at] ?? render(side, request, signal, context)).catch(
      (error: unknown) => {
        failed.abort(error);
        throw error;
      },
    ),
  );
  // The first failure is the answer, once the other render has ended.
  await Promise.allSettled(work);
  if (failed.signal.aborted) throw failed.signal.reason;
  const [before, after] = await Promise.all(work);
  return [before!, after!];
}

/** @throws RenderError `invalid_parameter` for options of another type of files */
function refuseIdle(options: ParsedComparison['options'], type: 'image' | 'text'): void {
  const { ignore, ignoreText, threshold } = options;
  const idle = type === 'image' ? { ignore_text: ignoreText } : { ignore, threshold };
  const [name] = Object.entries(idle).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw parameterError(name, `${name} has no effect on ${type}s: leave it out.`);
}

function typeOf(side: ParsedSide, stored: ComparedSide | undefined): string {
  return stored?.file.mediaType ?? ('mediaType' in side ? side.mediaType : '');
}

async function naming<T>(side: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = RenderError.from(thrown);
    throw new RenderError(error.code, `${side}: ${error.message}`, error);
  }
}

async function render(
  side: ParsedSide,
  request: FastifyRequest,
  signal: AbortSignal,
  { jobs, store, baseUrl }: RouteContext,
): Promise<ComparedSide> {
  if ('id' in side) throw new Error('A stored side is not rendered.');
  const given = readSubmission(side.request, request, signal, {
    ...(baseUrl !== undefined && { baseUrl }),
  });
  const withElements = side.request.kind === 'screenshot';
  const submission = { ...given, id: createRequestId(), isKept: true, withElements };
  const { answer } = await jobs.submit(submission);
  if ('error' in answer) throw answer.error;
  const rendered = await storedSide(submission.account.id, { id: submission.id }, store);
  refuseWithoutAreas(side.request, rendered);
  const elements = 'outcome' in answer ? answer.outcome.elements : undefined;
  return { ...rendered, file: { ...rendered.file, ...(elements && { elements }) } };
}

/** Finds the file of a request of the account. @throws RenderError `not_found`, `invalid_request` */
export async function storedSide(
  accountId: string,
  { id, output }: { id: string; output?: string },
  store: Pick<Store, 'requests' | 'files'>,
): Promise<ComparedSide> {
  const found = await store.requests.getFor(accountId, id);
  const kept = found && resultOf(found, output);
  const file = kept?.file && (await store.files.get(kept.file.name));
  const receipt = readReceipt(new Headers(kept?.metadata));
  if (!file) throw new RenderError('not_found', 'No request with this id has a file.');
  if (file.bytes > maxComparedBytes) {
    const message = `Files of at most ${maxComparedBytes} bytes can be compared; this one has ${file.bytes}.`;
    throw new RenderError('invalid_request', message);
  }
  const { ignored } = receipt ?? {};
  const elements = found && (await elementsBeside(found, store));
  const about = { ...(ignored && { ignored }), ...(elements && { elements }) };
  return { request: id, file: { ...file, ...about } };
}

/** Finds the elements of the page among the files of a request: `format: elements`. */
async function elementsBeside(
  { outputs = [] }: StoredRequest,
  { files }: Pick<Store, 'files'>,
): Promise<StoredFile | undefined> {
  const output = outputs.find(
    ({ kind, file }) => kind === 'scrape' && file?.mediaType.startsWith('application/json'),
  );
  if (!output?.file || output.file.bytes > maxElementsBytes) return undefined;
  return files.get(output.file.name);
}

/** Rejects an image whose receipt had no space for its areas: they would count. */
function refuseWithoutAreas(request: RenderRequest, { file: { ignored } }: ComparedSide): void {
  const { kind, ignore_selectors: selectors = [] } = request as Partial<ScreenshotRequest>;
  if (kind !== 'screenshot' || selectors.length === 0 || ignored !== undefined) return;
  const message =
    'The areas of ignore_selectors do not fit beside the metadata: leave out metadata_headers.';
  throw new RenderError('invalid_request', message);
}

function resultOf(
  request: StoredRequest,
  name: string | undefined,
): Pick<StoredRequest, 'file' | 'metadata'> {
  const { outputs } = request;
  if (outputs === undefined && name === undefined) return request;
  const output = outputs?.find((one) => one.name === name);
  if (output) return output;
  const names = (outputs ?? []).map((one) => one.name).join(', ');
  throw new RenderError(
    'invalid_request',
    names === ''
      ? 'This request has one file: leave output out.'
      : `output must name one of ${names}.`,
  );
}

/** @throws RenderError `invalid_request` unless both are images, or both are texts */
export function checkTypes(before: string, after: string): 'image' | 'text' {
  return comparedTypeOfBoth(before, after, ['image', 'text']);
}
