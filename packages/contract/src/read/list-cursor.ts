import { parameterError } from './refusal.ts';

/** A row of a list that is sorted by these. */
interface Place<Id> {
  /** Unix milliseconds. */
  createdAt: number;
  id: Id;
}

export function writeCursor({ createdAt, id }: Place<string | number>): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** @param isId - matches the ids of the list @throws RenderError `invalid_parameter` */
export function readCursor(cursor: string, isId = /^[0-9a-f-]{36}$/): Place<string> {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id = ''] = /^([0-9]{1,15})\.(.*)$/.exec(text) ?? [];
  return isId.test(id) ? { createdAt: Number(createdAt), id } : wrongCursor();
}

/** @throws RenderError `invalid_parameter` */
export function wrongCursor(): never {
  throw parameterError('cursor', 'cursor must be the one that the page before gave.');
}
