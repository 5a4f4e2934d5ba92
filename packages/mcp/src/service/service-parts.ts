import { compare, elementsOfBoth, figuresOf, textFiguresOf } from '@tintype/compare';
import { errorHint, parseRequest, RenderError } from '@tintype/contract';
import { differencesTtlS, maxComparedBytes } from '@tintype/contract/light';
import { createRequestId } from '@tintype/core';
import type { ComparedStoredFile, CompareStored, Jobs, ToolCaller } from '@tintype/jobs';
import type { Account, Store, StoredFile } from '@tintype/store';
import type { KeptResult } from '../results/create-results.ts';
import { storedTexts } from '../results/texts.ts';
import { compareFiles } from '../tools/compare-files.ts';
import { storedElements } from './stored-elements.ts';
import { createCallLimiter, type CallLimiter } from '../tools/create-call-limiter.ts';
import { wrongArgument, type MadeFile, type ToolParts } from '../tools/tool.ts';

export interface ServiceParts {
  store: Pick<Store, 'requests' | 'files' | 'fileBytes'>;
  jobs: Pick<Jobs, 'rulesFor' | 'submit' | 'keepFile'>;
}

/** Limiters that all callers of a service share. */
export interface ServiceLimiters {
  compare: CallLimiter;
  read: CallLimiter;
}

/** One comparison at a time: it takes a processor for seconds, and 1 GB. */
export function createServiceLimiters(): ServiceLimiters {
  return {
    compare: createCallLimiter({ running: 1, perOwner: 2, total: 32 }),
    read: createCallLimiter({ running: 4, perOwner: 4, total: 64 }),
  };
}

const deniedHint = 'Pages reach public addresses only. The operator can allow this one.';

/** Creates the tools' parts for one account; renders are counted, queued and stored. */
export function serviceParts(
  parts: ServiceParts,
  caller: ToolCaller,
  limiters: ServiceLimiters,
): ToolParts {
  const { store, jobs } = parts;
  const { account, baseUrl, log, tasks, traceparent } = caller;
  const keptOf = ({
    name: secret,
    extension,
    mediaType,
    bytes,
  }: Pick<StoredFile, 'name' | 'extension' | 'mediaType' | 'bytes'>): KeptResult => {
    const name = `${secret}.${extension}`;
    const uri = `${baseUrl}/v1/files/${name}`;
    return { name, uri, file: uri, mediaType, bytes };
  };

  const failed = new WeakMap<RenderError, string>();
  const render: ToolParts['render'] = async (given, { signal, onProgress, withElements }) => {
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
        ...(withElements && { withElements }),
      })
      .catch((thrown: unknown) => {
        const error = RenderError.from(thrown);
        failed.set(error, id);
        throw error;
      });
    if (!('outcome' in answer)) throw new RenderError('internal');
    const { result, elements } = answer.outcome;
    const file = (await store.requests.getFor(account.id, id))?.file;
    if (file === undefined) throw new RenderError('storage_failed');
    const { mediaType, body } = result;
    const kept = keptOf({ ...file, mediaType, bytes: body.byteLength });
    return { ...result, kept, ...(elements && { elements }) };
  };

  return {
    render,
    keep: async (_stem, { kept, body, extension, mediaType }: MadeFile) =>
      kept ??
      keptOf(await jobs.keepFile(account, { body, extension, mediaType, ttlS: differencesTtlS })),
    async find(reference) {
      const file = await findFile(store, account, fileName(reference, baseUrl));
      return file && { kept: keptOf(file), read: () => readWhole(store, file, 'image/') };
    },
    compare: (before, after, signal) => {
      const until = AbortSignal.any([signal, caller.signal]);
      return compareFiles(limiters.compare, account.id, { before, after }, until);
    },
    texts: storedTexts(async (name) => {
      const file = await findFile(store, account, name);
      if (!file?.mediaType.startsWith('text/')) return undefined;
      const work = async () => (await readWhole(store, file, 'text/')).toString();
      return limiters.read(account.id, work, caller.signal);
    }),
    tasks,
    hintFor: (code) => (code === 'target_denied' ? deniedHint : errorHint(code, 'http')),
    requestOf: (error) => failed.get(error),
  };
}

/** Creates a {@link CompareStored} that shares the limiter of the tool `compare`. */
export function createCompareStored(
  store: Pick<Store, 'fileBytes'>,
  limiters: Pick<ServiceLimiters, 'compare'>,
): CompareStored {
  const elementsIn = async ({ elements }: ComparedStoredFile, image: Uint8Array) =>
    elements && 'bytes' in elements
      ? storedElements(await readWhole(store, elements).catch(() => undefined), image)
      : elements;
  const read = async ({ ignored = [], elements: _elements, ...file }: ComparedStoredFile) => ({
    body: await readWhole(store, file),
    mediaType: file.mediaType,
    ignored,
  });
  return (accountId, findFiles, options, signal) =>
    limiters.compare(
      accountId,
      async ({ before, after }) => {
        const files = [await read(before), await read(after)] as const;
        const [old, now] = files;
        const elements = elementsOfBoth(
          await elementsIn(before, old.body),
          await elementsIn(after, now.body),
        );
        const own = { ...options, signal, ...(elements && { elements }) };
        const comparison = await compare(...files, own);
        if (comparison.type === 'image') {
          const { type, overlay } = comparison;
          return { type, figures: figuresOf(comparison), differences: overlay };
        }
        // Types are checked before files are read.
        if (comparison.type === 'pdf') throw new RenderError('unsupported');
        const { type, diff, fields } = comparison;
        return {
          type,
          figures: textFiguresOf(comparison),
          ...(fields && { fields }),
          differences: Buffer.from(diff),
        };
      },
      signal,
      findFiles,
    );
}

/** @throws RenderError `invalid_request` for another type or size; `not_found` if it was removed */
async function readWhole(
  { fileBytes }: Pick<Store, 'fileBytes'>,
  file: StoredFile,
  type = '',
): Promise<Buffer> {
  if (!file.mediaType.startsWith(type) || file.bytes > maxComparedBytes) {
    const message = `Files of ${type || '*/'}* and at most ${maxComparedBytes} bytes are read; this is ${file.mediaType} of ${file.bytes}.`;
    throw new RenderError('invalid_request', message);
  }
  const content = await fileBytes.read(file);
  if (content) return content;
  throw new RenderError('not_found', 'The file is not there any more.');
}

/** Returns the name in a URL of this service, or in `<name>.<extension>`; empty for other text. */
function fileName(reference: string, baseUrl: string): string {
  const place = `${baseUrl}/v1/files/`;
  const name = reference.startsWith(place) ? reference.slice(place.length) : reference;
  return /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(name)?.[1] ?? '';
}

/** Finds a file of this account; undefined for those of other accounts. */
async function findFile(
  { files }: Pick<Store, 'files'>,
  account: Account,
  name: string,
): Promise<StoredFile | undefined> {
  const file = name === '' ? undefined : await files.get(name);
  return file?.accountId === account.id ? file : undefined;
}
