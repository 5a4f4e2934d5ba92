import type { RenderRequest } from '@tintype/contract';
import type { NewRequest } from '@tintype/store';

/** Whose a job is, under which id, and what addresses in what is told about it begin with. */
export interface JobOrigin {
  /** UUID v7. */
  id: string;
  accountId: string;
  /** Without a slash at the end. */
  baseUrl: string;
}

/** A parsed request as the store keeps it: its webhook apart from what is rendered. */
export function storedJob(origin: JobOrigin, request: RenderRequest): NewRequest {
  const { kind, webhook_url: url, webhook_signed: signed, ...parameters } = request;
  const { id, accountId, baseUrl } = origin;
  const webhook = url === undefined ? {} : { webhook: { url, signed } };
  return { id, accountId, api: kind, parameters, baseUrl, ...webhook };
}
