import { RenderError } from '@tintype/contract';
import { EgressDenied, type Egress } from '@tintype/egress';

/** Checks `webhook_url` when a request is submitted; rejects with RenderError `target_denied`. */
export function createTargetCheck(
  egress: Pick<Egress, 'check'>,
): (url: URL, accountId?: string) => Promise<void> {
  return async (url, accountId) => {
    try {
      await egress.check(url, undefined, accountId);
    } catch (error) {
      if (!(error instanceof EgressDenied)) return;
      throw new RenderError('target_denied', `webhook_url: ${error.message}`, { cause: error });
    }
  };
}
