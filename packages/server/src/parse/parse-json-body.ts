import { RenderError } from '@tintype/contract';
import { readJson, type ReadJson } from './read-json.ts';

/** Parses JSON within bounds. @throws RenderError `invalid_request` */
export function parseJsonBody(text: string): unknown {
  return valueOf(readJson(text));
}

/** @throws RenderError `invalid_request` */
export function valueOf(read: ReadJson): unknown {
  if ('value' in read) return read.value;
  throw new RenderError('invalid_request', read.problem);
}
