import type { RequestRowParts } from './request-rows.ts';

/** Dependencies of requests. */
export interface RequestsParts extends RequestRowParts {
  holder: string;
}
