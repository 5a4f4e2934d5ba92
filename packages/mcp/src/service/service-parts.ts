import { errorHint, parseRequest, RenderError } from '@tintype/contract';
import { createRequestId, type RenderResult } from '@tintype/core';
import type { Jobs } from '@tintype/jobs';
import type { Account, Store, StoredFile } from '@tintype/store';
import type { KeptResult } from '../results/kept-result.ts';
import { wrongArgument, type MadeFile, type ToolParts } from '../tools/tool.ts';
import { storedTexts } from './stored-texts.ts';

/** What tools of a service work with. */
export interface ServiceParts {
  store: Pick<Store, 'requests' | 'files' | 'fileBytes'>;
  jobs: Pick<Jobs, 'rulesFor' | 'submit' | 'keepFile'>;
}

/** Who calls a tool. */
export interface ToolCaller {
  account: Account;
  /** What addresses of files begin with, without a slash at the end. */
  baseUrl: string;
  /** Aborted when nobody waits for the answer any longer. */
  signal: AbortSignal;
  log?: NonNullable<Parameters<Jobs['submit']>[0]['log']>;
}

/** Files that are no renders are kept as long as those that are. */
const usualTtlS = 604_800;

const deniedHint =
  'Pages reach public addresses only. Whoever runs the service can let them reach this one.';

/** Tools of a service, for one account: what they make counts, waits and is kept as over HTTP. */
export function serviceParts(parts: ServiceParts, caller: ToolCaller): ToolParts {
  const { store, jobs } = parts;
  const { account, baseUrl, log } = caller;
  const keptOf = (file: Pick<StoredFile, 'name' | 'extension' | 'mediaType' | 'bytes'>) =>
    linkedFile(baseUrl, file);

  const render: ToolParts['render'] = async (given, { signal }) => {
    const { request } = parseRequest(given, jobs.rulesFor(account));
    if (request.async) throw wrongArgument('async', 'left out: the answer is waited for', true);
    const id = createRequestId();
    const { answer } = await jobs.submit({
      id,
      account,
      request,
      baseUrl,
      signal: signal ? AbortSignal.any([signal, caller.signal]) : caller.signal,
      isKept: true,
      ...(log && { log }),
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
      const body = file && (await store.fileBytes.read(file));
      return file && body && { kept: keptOf(file), body };
    },
    texts: storedTexts(async (name) => {
      const file = await findFile(store, account, name);
      return file && (await store.fileBytes.read(file))?.toString();
    }),
    hintFor: (code) => (code === 'target_denied' ? deniedHint : errorHint(code, 'http')),
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

/** The name in an address of this service, or as it stands alone. */
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
