import {
  errorTable,
  RenderError,
  type ErrorCode,
  type RenderErrorOptions,
} from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import { openBytes, sealBytes, type FileBytes, type SealedBytes } from '@tintype/store';
import type { CapturedOutput } from '../execute/capture-outputs.ts';
import type { Job, Outcome } from '../execute/job.ts';

/** A file, and the key of what is in it: the answer itself lies sealed in the store. */
interface FileRef extends Awaited<ReturnType<FileBytes['write']>>, Pick<SealedBytes, 'key'> {}

/** Bytes go sealed through the files that all processes share. */
interface PackedResult {
  told: Omit<RenderResult, 'body' | 'trace'>;
  body: FileRef;
  trace?: FileRef;
}

interface PackedError extends Pick<
  RenderErrorOptions,
  'stage' | 'details' | 'retryAfterS' | 'heldMs'
> {
  code: ErrorCode;
  message: string;
  trace?: FileRef;
}

type Packed = { result: PackedResult; error?: undefined } | { error: PackedError };

/**
 * Grows with each change of what an answer is: during an update, those who make and those who wait
 * can be of different versions.
 */
const answerFormat = 1;

type Answer = { format: typeof answerFormat; queueMs: number } & (
  | { one: Packed; elements?: { json: FileRef; scale: number } }
  | { outputs: readonly Packed[] }
);

/**
 * What came of a handed job: an outcome, or the error that it ended with. `queueMs` is how long it
 * waited for a slot.
 */
export type HandedEnd = { queueMs: number } & (
  | { outcome: Pick<Outcome, 'result' | 'outputs' | 'elements'>; error?: undefined }
  | { error: RenderError }
);

/** An answer, and how to take back its files. */
export interface WrittenAnswer {
  text: string;
  discard(): Promise<void>;
}

/** Serialises an outcome as text; its bytes are in files when this resolves. */
export async function writeAnswer(end: HandedEnd, files: FileBytes): Promise<WrittenAnswer> {
  const written: FileRef[] = [];
  const discard = async () => {
    for (const { name } of written) await files.remove(name).catch(() => {});
  };
  const keep = async (bytes: Uint8Array) => {
    const { key, sealed } = await sealBytes(bytes);
    written.push({ ...(await files.write(sealed, true)), key });
    return written.at(-1)!;
  };
  const packError = async (error: RenderError): Promise<Packed> => {
    const { code, message, stage, details, retryAfterS, heldMs, trace } = error;
    const told = { code, message, stage, details, retryAfterS, heldMs };
    // The error tells more than that its trace could not be kept.
    const kept = trace && (await keep(trace).catch(() => undefined));
    return { error: { ...told, ...(kept && { trace: kept }) } };
  };
  const packResult = async ({ body, trace, ...told }: RenderResult): Promise<Packed> => ({
    result: { told, body: await keep(body), ...(trace && { trace: await keep(trace) }) },
  });
  const pack = async (): Promise<Answer> => {
    const head = { format: answerFormat, queueMs: end.queueMs } as const;
    if (end.error) return { ...head, one: await packError(end.error) };
    const { result, outputs, elements } = end.outcome;
    if (!outputs) {
      const { json, scale = 1 } = elements ?? {};
      const kept = json && { json: await keep(json), scale };
      return { ...head, one: await packResult(result), ...(kept && { elements: kept }) };
    }
    const packed: Packed[] = [];
    for (const one of outputs) {
      packed.push(await (one.result ? packResult(one.result) : packError(one.error)));
    }
    return { ...head, outputs: packed };
  };
  try {
    return { text: JSON.stringify(await pack()), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Parses a response, and removes its files. Undefined if it has the format of another version, so
 * that the content of its files is unknown.
 * @param outputs - those of the job, in their order
 * @throws RenderError `storage_failed` if its files are gone
 */
export async function readAnswer(
  text: string,
  outputs: Job['outputs'],
  files: Pick<FileBytes, 'read' | 'remove'>,
): Promise<HandedEnd | undefined> {
  const answer = JSON.parse(text) as Answer | { format: unknown };
  if (!isKnown(answer)) return undefined;
  const take = async (file: FileRef): Promise<Buffer> => {
    const sealed = await files.read(file);
    await files.remove(file.name).catch(() => {});
    const bytes = sealed && (await openBytes({ key: file.key, sealed }));
    if (bytes === undefined)
      throw new RenderError(
        'storage_failed',
        'The result is not in the files that workers and apis share.',
      );
    return bytes;
  };
  const unpackError = async ({ code, message, trace, ...options }: PackedError) =>
    // The worker may be newer, and know error codes that are not known here.
    new RenderError(code in errorTable ? code : 'internal', message, {
      ...options,
      ...(trace && { trace: await take(trace) }),
    });
  const unpackResult = async ({ told, body, trace }: PackedResult): Promise<RenderResult> => ({
    ...told,
    body: await take(body),
    ...(trace && { trace: await take(trace) }),
  });
  const { queueMs } = answer;
  if ('one' in answer) {
    const { one, elements } = answer;
    if (one.error) return { error: await unpackError(one.error), queueMs };
    const result = await unpackResult(one.result);
    const named = elements && { ...elements, json: await take(elements.json) };
    return { outcome: { result, ...(named && { elements: named }) }, queueMs };
  }
  const captured: CapturedOutput[] = [];
  for (const [at, wish] of (outputs ?? []).entries()) {
    const one = answer.outputs[at];
    if (one === undefined) throw new RenderError('internal');
    captured.push(
      one.error
        ? { ...wish, error: await unpackError(one.error) }
        : { ...wish, result: await unpackResult(one.result) },
    );
  }
  const [result] = captured.flatMap((each) => (each.result ? [each.result] : []));
  if (result === undefined) throw new RenderError('internal');
  return { outcome: { result, outputs: captured }, queueMs };
}

function isKnown(answer: Answer | { format: unknown }): answer is Answer {
  return answer.format === answerFormat;
}
