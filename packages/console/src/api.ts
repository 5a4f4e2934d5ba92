/** The session, as the service reports it. */
export interface SessionState {
  who: 'account' | 'operator' | null;
  account?: { id: string; name: string; plan: string };
  csrf?: string;
  expires?: number;
}

/** An error that the service gave, or that kept it from being reached. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: readonly { parameter: string; message: string }[];

  constructor(code: string, message: string, status: number, details: ApiError['details'] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Speaks with the service that the console came from. */
export interface Api {
  /** Any answer that is no error. @throws ApiError */
  send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
  /** The JSON of an answer. @throws ApiError */
  json<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
}

/** Options of a request. */
export interface ApiOptions {
  csrf?: string | undefined;
  /** The account for which an operator asks. */
  account?: string | undefined;
  /** The session has ended. */
  onSignedOut?(): void;
}

export function createApi({ csrf, account, onSignedOut }: ApiOptions = {}): Api {
  const send: Api['send'] = async (method, path, body, signal) => {
    const answer = await fetch(path, {
      method,
      headers: {
        ...(csrf && { 'x-tintype-csrf': csrf }),
        ...(account && { 'x-tintype-account': account }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError('no_answer', 'The service cannot be reached.', 0);
    });
    if (answer.ok) return answer;
    const error = await readError(answer);
    if (answer.status === 401 && csrf !== undefined && /session has ended/.test(error.message)) {
      onSignedOut?.();
    }
    throw error;
  };
  return {
    send,
    json: async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal) =>
      (await (await send(method, path, body, signal)).json()) as T,
  };
}

async function readError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as {
    error?: string;
    code?: string;
    message?: string;
    details?: { parameter: string; message: string }[];
  };
  return new ApiError(
    body.code ?? String(answer.status),
    body.message ?? `The service answered ${answer.status}.`,
    answer.status,
    body.details,
  );
}
