import { RenderError, type KindSet, type ParseOptions } from '@tintype/contract';
import type { Account, NewRequest, Plan } from '@tintype/store';
import type { Job } from '../execute/job.ts';
import { jobOf } from '../finish/stored-job.ts';
import { readJob } from '../worker/read-job.ts';

/** A render that one process offers to another. */
export interface HandedJob extends Pick<
  Job,
  'account' | 'request' | 'outputs' | 'assets' | 'withElements'
> {}

interface Content extends Pick<NewRequest, 'kind' | 'parameters'> {
  account: Account;
  assets?: Readonly<Record<string, string>>;
  withElements?: true;
}

/** Serialises a job as text, for the worker. */
export function writeHandoff(
  { account, request, outputs, assets, withElements }: HandedJob,
  { kinds, limits }: { kinds: KindSet; limits: Plan },
): string {
  const origin = { id: '', accountId: account.id, baseUrl: '' };
  const { kind, parameters } = jobOf(origin, { request, outputs }, { kinds, limits });
  const content: Content = {
    account,
    kind,
    parameters,
    ...(withElements && { withElements }),
    ...(assets && { assets: mapValues(assets, (bytes) => Buffer.from(bytes).toString('base64')) }),
  };
  return JSON.stringify(content);
}

/** @throws RenderError `storage_failed`, or what the job's parameters break */
export function readHandoff(text: string | undefined, rules: ParseOptions): HandedJob {
  if (text === undefined) {
    throw new RenderError('storage_failed', 'The parameters of this request cannot be decrypted.');
  }
  const { account, assets, withElements, ...job } = JSON.parse(text) as Content;
  return {
    account,
    ...readJob(job, rules),
    ...(withElements && { withElements }),
    ...(assets && { assets: mapValues(assets, (encoded) => Buffer.from(encoded, 'base64')) }),
  };
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
