import type { RequestRowParts } from './request-rows.ts';

/** What requests lie on. */
export interface RequestsParts extends RequestRowParts {
  holder: string;
}
