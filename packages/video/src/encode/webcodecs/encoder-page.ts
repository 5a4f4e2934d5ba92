import type { PassThrough } from 'node:stream';
import { createRaceEnd, syntheticHost, type Lease } from '@tintype/core';
import type { EncoderPageSource } from '../encoder.ts';

/** A page of the engine's own that encodes. */
export interface EncoderPage {
  /** Evaluates an expression; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Calls `listener` with whatever the page hands to its binding. */
  listen(binding: string, listener: (text: string) => void): Promise<void>;
  /** Settles as `work` does, or rejects when the page is lost, closed or no longer wanted. */
  race<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

/** URL of the data of `feed`. A name below `localhost` is a secure context, as required. */
export const feedUrl = `http://${syntheticHost}/frames`;

export async function openEncoderPage(
  browser: EncoderPageSource,
  feed: PassThrough,
  signal: AbortSignal,
): Promise<EncoderPage> {
  const lease = await browser(signal);
  const { race, end } = createRaceEnd();
  const onAbort = () => {
    end(signal.reason as Error);
    lease.release();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  void lease.lost.then(({ reason }) => end(new Error(`the encoder's page was lost: ${reason}`)));
  const close = () => {
    signal.removeEventListener('abort', onAbort);
    end(new Error("the encoder's page was closed"));
    lease.release();
  };
  try {
    if (signal.aborted) onAbort();
    serve(lease, feed);
    const { session } = lease;
    const url = `http://${syntheticHost}/`;
    await race(
      Promise.all([session.send('Runtime.enable'), session.send('Page.navigate', { url })]),
    );
    return {
      race,
      close,
      evaluate: <T>(expression: string) => race(evaluate<T>(lease, expression)),
      async listen(name, listener) {
        session.on('Runtime.bindingCalled', (event) => {
          if (event.name === name) listener(event.payload);
        });
        await race(session.send('Runtime.addBinding', { name }));
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function serve(lease: Lease, feed: PassThrough): void {
  const html = Buffer.from('<!doctype html><title>encoder</title>');
  lease.network.serve(syntheticHost, ({ url }) => {
    if (url.pathname === '/frames') {
      return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: feed };
    }
    return { status: 200, headers: { 'content-type': 'text/html' }, body: html };
  });
}

async function evaluate<T>({ session }: Lease, expression: string): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result.value as T;
}
