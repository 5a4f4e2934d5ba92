import * as z from 'zod/mini';
import { RenderError } from '../errors/render-error.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { expecting, readValue } from '../read/read-value.ts';
import { parameterError, refusal } from '../read/refusal.ts';
import { missingValue } from '../read/wrong-value.ts';
import { parseRequest, type ParseOptions } from '../request/parse-request.ts';
import type { RenderRequest } from '../request/requests.ts';
import { readSecrets } from '../steps/secrets.ts';
import { readSteps } from '../steps/read-steps.ts';
import type { Step } from '../steps/steps.ts';
import { sessionName, sessionNameForm, sessionTtlS } from '../values/session-name.ts';
import { storageState, type StorageState } from '../values/storage-state.ts';

/** A validated session to create: with a state, or with steps that log in. */
export interface ParsedSession {
  name: string;
  /** Seconds after its last use at which it expires. */
  ttlS?: number;
  state?: StorageState;
  login?: {
    url: string;
    steps: readonly Step[];
    secrets?: Readonly<Record<string, string>>;
    /** The render that does the steps. */
    request: RenderRequest;
  };
}

const fields = z.strictObject({
  name: z.string().check(z.regex(sessionName), expecting(sessionNameForm)),
  storage_state: z.optional(z.unknown()),
  login: z.optional(
    z.strictObject({
      url: z.optional(z.unknown()),
      steps: z.unknown(),
      secrets: z.optional(z.unknown()),
    }),
  ),
  ttl: z.optional(z.int().check(z.minimum(sessionTtlS.min), z.maximum(sessionTtlS.max))),
});

/**
 * Checks a session to create: its name, and either `storage_state` or `login` with `url`, `steps`
 * and `secrets`, which have the form of the parameters of a render.
 * @throws {RenderError} As `parseRequest`; messages contain no value of the state and the secrets.
 */
export function parseSession(
  input: Readonly<Record<string, unknown>>,
  options: ParseOptions = {},
): ParsedSession {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const read = readValue(fields, Object.fromEntries(given), '', { secret: true });
  const { name, ttl, login, storage_state: state } = read;
  const shared = { name, ...(ttl !== undefined && { ttlS: ttl }) };
  if ((state === undefined) === (login === undefined)) {
    const message = missingValue('storage_state', 'either storage_state, or login with steps');
    throw parameterError('storage_state', message, 'missing_parameter');
  }
  if (login !== undefined) return { ...shared, login: readLogin(login, options) };
  const { storage_state: text = '' } = parseRequest({ ...anyPage, storage_state: state }).request;
  const parsed = storageState(text);
  if (typeof parsed === 'string') throw parameterError('storage_state', `storage_state: ${parsed}`);
  return { ...shared, state: parsed };
}

const anyPage = { kind: 'screenshot', url: 'https://example.com/' };

function readLogin(
  login: Readonly<Record<string, unknown>>,
  options: ParseOptions,
): NonNullable<ParsedSession['login']> {
  if (login['steps'] === undefined || login['steps'] === null) {
    const message = missingValue('login.steps', 'steps that log in');
    throw parameterError('login.steps', message, 'missing_parameter');
  }
  const { request } = named('login', () =>
    parseRequest({ kind: 'screenshot', ...login }, { ...options, kinds: builtInKinds }),
  );
  const { url = '', steps: text = '[]', secrets: values } = request;
  const recording = readSteps(text);
  const secrets = values === undefined ? undefined : readSecrets(values);
  if (typeof recording === 'string') throw parameterError('login.steps', recording);
  if (typeof secrets === 'string') throw parameterError('login.secrets', secrets);
  return { url, steps: recording.steps, ...(secrets && { secrets }), request };
}

/** Reports problems with the place of their parameters: `login.steps`. */
function named<Result>(place: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RenderError) || error.details === undefined) throw error;
    const { code } = error;
    throw refusal(
      error.details.map(({ parameter, message }) => ({
        code,
        parameter: `${place}.${parameter}`,
        message: `${place}: ${message}`,
      })),
    );
  }
}
