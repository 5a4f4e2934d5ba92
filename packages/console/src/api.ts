/** The session that the service reports. */
export interface SessionState {
  who: 'account' | 'operator' | null;
  account?: { id: string; name: string; plan: string };
  csrf?: string;
  expires?: number;
}

/** An error response of the service, or a failure to reach it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: readonly { parameter: string; message: string }[];
  /** Set if the service answered. */
  readonly requestId: string | undefined;

  constructor(
    code: string,
    message: string,
    status: number,
    { details = [], requestId }: Partial<Pick<ApiError, 'details' | 'requestId'>> = {},
  ) {
    super(message);
    this.requestId = requestId;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Client of the service that the console was loaded from. */
export interface Api {
  /** Returns a successful response. @throws ApiError */
  send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
  /** Returns the JSON of a successful response. @throws ApiError */
  json<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
}

export interface ApiOptions {
  csrf?: string | undefined;
  /** The account that an operator acts for. */
  account?: string | undefined;
  /** Called when the session has ended. */
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
      // A deferred deletion is sent while the page closes.
      ...(method === 'DELETE' && { keepalive: true }),
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
    {
      ...(body.details && { details: body.details }),
      requestId: answer.headers.get('x-tintype-request-id') ?? undefined,
    },
  );
}
