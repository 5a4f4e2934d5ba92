import type { ErrorDetail } from '@tintype/contract';
import { retryableCodes } from '@tintype/contract/light';
import { headerTable } from '@tintype/contract/headers';
import { retryAfterSeconds } from './retry-delay.ts';
import { TintypeError, type TintypeErrorOptions } from './tintype-error.ts';

/** Returns the error of a response other than 2xx. */
export async function readError(answer: Response, where: string): Promise<TintypeError> {
  const known = {
    statusCode: answer.status,
    requestId: answer.headers.get(headerTable.requestId.name) ?? undefined,
    retryAfterS: retryAfterSeconds(answer.headers.get(headerTable.retryAfter.name), Date.now()),
  };
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
    await answer.body?.cancel();
    return new TintypeError(
      'bad_answer',
      `${where} answered with a redirect, which is not followed because it would carry the access key elsewhere. ` +
        'Set baseUrl to the address that it leads to.',
      known,
    );
  }
  const body = await answer.json().catch(() => undefined);
  return errorFromBody(body, known) ?? strange(answer, where, known);
}

/** Parses the body of an error; undefined if it is none. */
export function errorFromBody(
  body: unknown,
  known: Pick<TintypeErrorOptions, 'statusCode' | 'requestId' | 'retryAfterS'>,
): TintypeError | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, message, statusCode, details } = body as Record<string, unknown>;
  if (typeof message !== 'string' || typeof statusCode !== 'number') return undefined;
  return new TintypeError(typeof code === 'string' ? code : 'bad_answer', message, {
    statusCode,
    ...known,
    details: isDetails(details) ? details : undefined,
    retryable: typeof code === 'string' && retryableCodes.has(code),
  });
}

function isDetails(value: unknown): value is ErrorDetail[] {
  return Array.isArray(value) && value.every((item) => typeof item?.message === 'string');
}

function strange(answer: Response, where: string, known: { statusCode: number }): TintypeError {
  const status = `${answer.status} ${answer.statusText}`.trim();
  return new TintypeError(
    'bad_answer',
    `${where} answered ${status}, without an error of Tintype. Check baseUrl, and the proxy in front of the service.`,
    { ...known, retryable: answer.status >= 500 },
  );
}
