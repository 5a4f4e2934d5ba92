import { RenderError, type ErrorBody, type RenderRequest } from '@tintype/contract';
import { reportHeaders } from '@tintype/contract/headers';
import type { RenderResult } from '@tintype/core';
import {
  keepResult,
  limitsOf,
  type Account,
  type KeptResult,
  type NewDelivery,
  type NewFile,
  type NewOutput,
  type NewRequest,
  type Plans,
  type Results,
  type Store,
} from '@tintype/store';
import type { CapturedOutput } from '../execute/capture-outputs.ts';
import type { Outcome } from '../execute/job.ts';
import type { FailureRecord, JobRecord } from './job-records.ts';

/** The end of a job, as its webhook reports it. Timestamps are Unix milliseconds. */
export type JobEnd =
  | (Results & { error?: undefined; createdAt: number })
  | { error: ErrorBody; file?: undefined; outputs?: undefined; createdAt: number };

/** Writes the webhook of a job that ended; undefined when it has none. */
export type DeliveryFor = (job: NewRequest, end: JobEnd) => NewDelivery | undefined;

export interface FinishParts {
  store: Pick<Store, 'files' | 'fileBytes'>;
  plans: Plans;
  deliveryFor: DeliveryFor;
  /** A webhook waits: the deliverer looks at once. */
  wakeDeliverer(): void;
  /** Unix milliseconds. */
  now: () => number;
}

export interface Success extends Pick<Outcome, 'result' | 'outputs'> {
  account: Account;
  request: RenderRequest;
}

/** Does something once, or again where it failed. */
type Again = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Metadata that the request requires of its page, and the result's receipt. */
type Tell = (result: RenderResult, request: RenderRequest) => Record<string, string>;

/** Writes how jobs end: file, webhook and quota, all of it or nothing. */
export interface Settle {
  /**
   * False: another process has the job, or an earlier attempt has written it. `again` runs each
   * step; default once.
   * @throws RenderError `account_storage_full`
   */
  succeed(record: JobRecord, success: Success, again?: Again): Promise<boolean>;
  /** False as in `succeed`. */
  fail(record: FailureRecord, error: RenderError): Promise<boolean>;
}

export function createFinish(parts: FinishParts): Settle {
  const { store, plans, deliveryFor, wakeDeliverer, now } = parts;
  return {
    async succeed(record, { account, request, result, outputs }, again = once) {
      const { storedBytes } = limitsOf(account, plans);
      const kept: KeptResult[] = [];
      const keep = async (one: RenderResult, name?: string) => {
        const content = contentOf(one, name);
        kept.push(await again(() => keepResult(store, account.id, content, expiresAt)));
        return kept.at(-1)!.file;
      };
      const expiresAt = now() + request.cache_ttl * 1000;
      let isWritten = false;
      /** A commit may have succeeded although its reply was lost. */
      let isInDoubt = false;
      try {
        const tell: Tell = (one, asked) => reportHeaders(one, asked, record.job.traceparent);
        const results: Results = outputs
          ? { outputs: await keepOutputs(outputs, keep, tell) }
          : { file: await keep(result, request.attachment_name) };
        const metadata = outputs ? {} : tell(result, request);
        const delivery = deliveryFor(record.job, { ...results, createdAt: record.createdAt });
        const write = async () => {
          try {
            return await record.succeed({ ...results, metadata, storedBytes }, delivery);
          } catch (error) {
            isInDoubt ||= error instanceof RenderError && error.code === 'storage_failed';
            throw error;
          }
        };
        try {
          isWritten = await again(write);
        } finally {
          if ((isWritten || isInDoubt) && delivery) wakeDeliverer();
        }
        return isWritten;
      } finally {
        // Nothing points at them. Where that is not known, a sweep removes what belongs to nothing.
        if (!isWritten && !isInDoubt) for (const { discard } of kept) await discard();
      }
    },
    async fail(record, error) {
      const body = error.toBody();
      const delivery = deliveryFor(record.job, { error: body, createdAt: record.createdAt });
      const isWritten = await record.fail(body, delivery);
      if (isWritten && delivery) wakeDeliverer();
      return isWritten;
    },
  };
}

const once: Again = (work) => work();

function contentOf({ body, extension, mediaType }: RenderResult, attachmentName?: string) {
  return { body, extension, mediaType, ...(attachmentName && { attachmentName }) };
}

async function keepOutputs(
  outputs: readonly CapturedOutput[],
  keep: (result: RenderResult) => Promise<NewFile>,
  tell: Tell,
): Promise<NewOutput[]> {
  const kept: NewOutput[] = [];
  const told = boundMetadata(
    outputs.map(({ result, request }) => (result ? tell(result, request) : {})),
  );
  for (const [at, { name, request, result, error }] of outputs.entries()) {
    const { kind } = request;
    if (result === undefined) {
      kept.push({ name, kind, error: error.toBody() });
      continue;
    }
    kept.push({ name, kind, file: await keep(result), metadata: told[at] ?? {} });
  }
  return kept;
}

type PublicDetails = Readonly<Record<string, string>>;

/** Maximum length of all metadata of a request: it is stored in its row, which lists read. */
const maxCharacters = 16 * 1_024;

/** Drops what does not fit, the longest first. */
export function boundMetadata(all: readonly PublicDetails[]): Record<string, string>[] {
  const entries = all.flatMap((told, at) =>
    Object.entries(told).map(([name, value]) => ({ at, name, length: name.length + value.length })),
  );
  const kept = all.map(() => new Set<string>());
  let sum = 0;
  for (const { at, name, length } of entries.toSorted((a, b) => a.length - b.length)) {
    sum += length;
    if (sum > maxCharacters) break;
    kept[at]?.add(name);
  }
  return all.map((told, at) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => kept[at]?.has(name))),
  );
}
