import type { RenderRequest } from '../request/requests.ts';

/** Name of requests for several files of one load, where others have a kind: in URLs and metrics. */
export const capturesName = 'captures';

/** Maximum number of files of one load. */
export const maxOutputs = 10;

/** One file of a load: its unique name, and the request that would produce it alone. */
export interface OutputRequest {
  name: string;
  request: RenderRequest;
}

/** A validated request for several files of one load. */
export interface CapturesRequest {
  /** Parameters of the page and of delivery; its kind is the first that has all of them. */
  page: RenderRequest;
  outputs: readonly OutputRequest[];
}
