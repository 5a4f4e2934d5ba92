import { ownValue } from './page-nodes.ts';

/** How the browser read a document, and from where. */
export interface DocumentSource {
  type: string;
  encoding: string;
  url: string;
}

/** Runs in the page. */
export function documentSource(): DocumentSource {
  const own = (name: string) => String(ownValue(document, Document.prototype, name));
  return { type: own('contentType'), encoding: own('characterSet'), url: location.href };
}
