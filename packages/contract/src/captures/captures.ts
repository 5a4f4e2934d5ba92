import type { RenderRequest } from '../request/requests.ts';

/**
 * What requests for several files of one load are called where others have a kind: in addresses,
 * lists and metrics.
 */
export const capturesName = 'captures';

/** So many files can be made of one load. */
export const maxOutputs = 10;

/** One file of a load: its name among the others, and the request that would give it alone. */
export interface OutputRequest {
  name: string;
  request: RenderRequest;
}

/** Several files of one load, checked. */
export interface CapturesRequest {
  /**
   * Brings the page into its state, and says what becomes of the files. Of whichever kind takes all
   * that is given.
   */
  page: RenderRequest;
  outputs: readonly OutputRequest[];
}
