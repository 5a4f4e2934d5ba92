import { RenderError } from '@tintype/contract/errors';
import type { SqliteStoreOptions } from '../create-sqlite-store.ts';
import type { Call, LaneName } from './calls.ts';

/** The database that a thread opens. */
export interface OpenOrder extends Omit<SqliteStoreOptions, 'now'> {
  lane: LaneName;
}

/** A call, as it is sent to a thread. `open` comes first, and `close` last. */
export interface CallMessage extends Call {
  id: number;
  /** The clock of the caller, where that is not the machine's. */
  at?: number;
}

/** Result of a call. */
export type AnswerMessage = { id: number } & ({ result: unknown } | { error: PackedError });

/** An error that another thread can make again. What is cloned loses its class and its code. */
interface PackedError {
  message: string;
  name: string;
  stack: string | undefined;
  /** Of errors of Node and SQLite. */
  codes: { code?: unknown; errcode?: unknown };
  render?: Pick<RenderError, 'code' | 'stage' | 'details' | 'retryAfterS'>;
  cause?: PackedError;
}

export function packError(error: unknown): PackedError {
  const { message, name, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return {
    message,
    name,
    stack,
    codes: {
      ...(code === undefined ? {} : { code }),
      ...(errcode === undefined ? {} : { errcode }),
    },
    ...(RenderError.is(error) ? { render: renderPart(error) } : {}),
    ...(cause instanceof Error ? { cause: packError(cause) } : {}),
  };
}

function renderPart({
  code,
  stage,
  details,
  retryAfterS,
}: RenderError): NonNullable<PackedError['render']> {
  return {
    code,
    ...(stage === undefined ? {} : { stage }),
    ...(details === undefined ? {} : { details }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

export function unpackError(packed: PackedError): Error {
  const { message, name, stack, codes, render } = packed;
  const options = packed.cause === undefined ? {} : { cause: unpackError(packed.cause) };
  const error =
    render === undefined
      ? Object.assign(new Error(message, options), { name, ...codes })
      : new RenderError(render.code, message, { ...render, ...options });
  if (stack !== undefined) error.stack = stack;
  return error;
}
