import { readNothing } from './render-answer.ts';
import type { Call, CallOptions } from './send.ts';

export function got(path: string) {
  return { method: 'GET', path, repeatable: true } as const;
}

export function post(path: string, body: object, call?: CallOptions) {
  return { method: 'POST', path, body, ...call } as const;
}

export function removal(path: string, call?: CallOptions): Call<void> {
  return { method: 'DELETE', path, ...call, repeatable: false, read: readNothing };
}
