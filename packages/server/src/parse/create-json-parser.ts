import type { Worker } from 'node:worker_threads';
import { RenderError } from '@tintype/contract';
import { ownFile, startThread } from '@tintype/core/process';
import type { JsonAnswer, JsonJob } from './json-worker.ts';
import { readJson, type ReadJson } from './read-json.ts';

/** Parses untrusted JSON without blocking the event loop. */
export interface JsonParser {
  /** Transfers the body's memory. @throws RenderError `invalid_request` */
  parse(body: Buffer<ArrayBuffer>): Promise<unknown>;
  stop(): Promise<void>;
}

/** Larger bodies are parsed in a thread: ten megabytes would block the event loop for 100 ms. */
const threadBytes = 65_536;

/** Memory of the thread for each byte of a body: the text and the value, two bytes a character. */
const memoryPerByte = 16;
const minMemoryMb = 128;

/** The thread starts with the first large body, and does not keep the process alive. */
export function createJsonParser(maxBytes: number): JsonParser {
  let worker:
    | { thread: Worker; waiting: Map<number, PromiseWithResolvers<JsonAnswer>> }
    | undefined;
  let lastId = 0;

  function start(): NonNullable<typeof worker> {
    const waiting = new Map<number, PromiseWithResolvers<JsonAnswer>>();
    const dependent = { name: '@tintype/server', url: import.meta.url };
    const made = startThread(ownFile('parse/json-worker', dependent), {
      resourceLimits: {
        maxOldGenerationSizeMb: Math.max(minMemoryMb, (maxBytes * memoryPerByte) / 1_048_576),
      },
    });
    made.unref();
    made.on('message', (answer: JsonAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const end = (cause?: unknown) => {
      if (worker?.thread === made) worker = undefined;
      for (const { reject } of waiting.values()) reject(RenderError.from(cause));
      waiting.clear();
    };
    made.once('error', end).once('exit', end);
    return { thread: made, waiting };
  }

  return {
    async parse(body) {
      if (body.byteLength <= threadBytes) return parseJsonBody(body.toString('utf8'));
      worker ??= start();
      const job: JsonJob = { id: (lastId += 1), body };
      const answer = Promise.withResolvers<JsonAnswer>();
      worker.waiting.set(job.id, answer);
      worker.thread.postMessage(job, [body.buffer]);
      return valueOf(await answer.promise);
    },
    async stop() {
      await worker?.thread.terminate();
    },
  };
}

/** Parses JSON within bounds. @throws RenderError `invalid_request` */
export function parseJsonBody(text: string): unknown {
  return valueOf(readJson(text));
}

/** @throws RenderError `invalid_request` */
export function valueOf(read: ReadJson): unknown {
  if ('value' in read) return read.value;
  throw new RenderError('invalid_request', read.problem);
}
