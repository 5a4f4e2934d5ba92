import { errorHint, parseRequest, RenderError } from '@tintype/contract';
import { createRequestId, type RenderResult } from '@tintype/core';
import type { Jobs } from '@tintype/jobs';
import type { Account, Store, StoredFile } from '@tintype/store';
import type { KeptResult } from '../results/kept-result.ts';
import { compareInThread } from '../tools/compare-in-thread.ts';
import { createTurns, type Turns } from '../tools/create-turns.ts';
import { wrongArgument, type MadeFile, type ToolParts } from '../tools/tool.ts';
import { storedTexts } from './stored-texts.ts';

/** Dependencies of tools of a service. */
export interface ServiceParts {
  store: Pick<Store, 'requests' | 'files' | 'fileBytes'>;
  jobs: Pick<Jobs, 'rulesFor' | 'submit' | 'keepFile'>;
}

/** Limits of all callers of a service together. */
export interface ServiceTurns {
  compare: Turns;
  read: Turns;
}

/** One comparison at a time: it takes a processor for seconds, and 300 MB. */
export function createServiceTurns(): ServiceTurns {
  return {
    compare: createTurns({ atOnce: 1, each: 2, all: 16 }),
    read: createTurns({ atOnce: 4, each: 4, all: 64 }),
  };
}

/** Caller of a tool. */
export interface ToolCaller {
  account: Account;
  /** Base of URLs of files, without a slash at the end. */
  baseUrl: string;
  /** Aborted when no client awaits the response any longer. */
  signal: AbortSignal;
  log?: NonNullable<Parameters<Jobs['submit']>[0]['log']>;
  /** The place in a trace that the call is at, as the header of that name has it. */
  traceparent?: string | undefined;
}

/** Files that are no renders are kept as long as those that are. */
const usualTtlS = 604_800;

/** Of a file that is read as a whole. */
const maxFileBytes = 32 * 1_048_576;

/** Of a comparison. */
export const maxPixels = 25_000_000;

const deniedHint = 'Pages reach public addresses only. The operator can allow this one.';

/** Tools of a service, for one account: what they make counts, waits and is kept as over HTTP. */
export function serviceParts(
  parts: ServiceParts,
  caller: ToolCaller,
  turns: ServiceTurns,
): ToolParts {
  const { store, jobs } = parts;
  const { account, baseUrl, log, traceparent } = caller;
  const keptOf = (file: Pick<StoredFile, 'name' | 'extension' | 'mediaType' | 'bytes'>) =>
    linkedFile(baseUrl, file);

  const failed = new WeakMap<RenderError, string>();
  const render: ToolParts['render'] = async (given, { signal, onProgress }) => {
    const { request } = parseRequest(given, jobs.rulesFor(account));
    if (request.async) throw wrongArgument('async', 'left out: the answer is waited for', true);
    const id = createRequestId();
    const { answer } = await jobs
      .submit({
        id,
        account,
        request,
        baseUrl,
        signal: signal ? AbortSignal.any([signal, caller.signal]) : caller.signal,
        isKept: true,
        traceparent,
        ...(log && { log }),
        ...(onProgress && { onProgress }),
      })
      .catch((thrown: unknown) => {
        const error = RenderError.from(thrown);
        failed.set(error, id);
        throw error;
      });
    if (!('outcome' in answer)) throw new RenderError('internal');
    const { result } = answer.outcome;
    const file = (await store.requests.getFor(account.id, id))?.file;
    if (file === undefined) throw new RenderError('storage_failed');
    const { mediaType, body } = result;
    return { ...result, kept: keptOf({ ...file, mediaType, bytes: body.byteLength }) };
  };

  return {
    render,
    keep: async (_stem, { kept, body, extension, mediaType }: MadeFile) =>
      kept ?? keptOf(await jobs.keepFile(account, { body, extension, mediaType, ttlS: usualTtlS })),
    async find(told) {
      const file = await findFile(store, account, fileName(told, baseUrl));
      return file && { kept: keptOf(file), read: () => readWhole(store, file, 'image/') };
    },
    compare: async (before, after, given) => {
      const signal = AbortSignal.any([given, caller.signal]);
      const work = async () => {
        const job = { before: await before.read(), after: await after.read(), maxPixels };
        return compareInThread(job, signal);
      };
      return turns.compare(account.id, work, signal);
    },
    texts: storedTexts(async (name) => {
      const file = await findFile(store, account, name);
      if (!file?.mediaType.startsWith('text/')) return undefined;
      const work = async () => (await readWhole(store, file, 'text/')).toString();
      return turns.read(account.id, work, caller.signal);
    }),
    hintFor: (code) => (code === 'target_denied' ? deniedHint : errorHint(code, 'http')),
    requestOf: (error) => failed.get(error),
  };
}

function linkedFile(
  baseUrl: string,
  {
    name: secret,
    extension,
    mediaType,
    bytes,
  }: Pick<StoredFile, 'name' | 'extension'> & Pick<RenderResult, 'mediaType'> & { bytes: number },
): KeptResult {
  const name = `${secret}.${extension}`;
  const uri = `${baseUrl}/v1/files/${name}`;
  return { name, uri, file: uri, mediaType, bytes };
}

/**
 * @throws RenderError `invalid_request` for another type, or more than is read at once; `not_found`
 *   where the content has gone
 */
export async function readWhole(
  { fileBytes }: Pick<Store, 'fileBytes'>,
  file: StoredFile,
  type: string,
): Promise<Buffer> {
  if (!file.mediaType.startsWith(type) || file.bytes > maxFileBytes) {
    const message = `Files of ${type}* and at most ${maxFileBytes} bytes are read; this is ${file.mediaType} of ${file.bytes}.`;
    throw new RenderError('invalid_request', message);
  }
  const content = await fileBytes.read(file);
  if (content) return content;
  throw new RenderError('not_found', 'The file is not there any more.');
}

/** The name in a URL of this service, or a plain name. */
function fileName(told: string, baseUrl: string): string {
  const place = `${baseUrl}/v1/files/`;
  const name = told.startsWith(place) ? told.slice(place.length) : told;
  return /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(name)?.[1] ?? '';
}

/** A file of this account. Those of others are as if they were not there. */
async function findFile(
  { files }: Pick<Store, 'files'>,
  account: Account,
  name: string,
): Promise<StoredFile | undefined> {
  const file = name === '' ? undefined : await files.get(name);
  return file?.accountId === account.id ? file : undefined;
}
