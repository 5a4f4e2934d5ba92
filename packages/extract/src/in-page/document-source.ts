import { ownValue } from './page-nodes.ts';

/** The encoding and origin of a document. */
export interface DocumentSource {
  type: string;
  encoding: string;
  url: string;
}

export function documentSource(): DocumentSource {
  const own = (name: string) => String(ownValue(document, Document.prototype, name));
  return { type: own('contentType'), encoding: own('characterSet'), url: location.href };
}
