import { RenderError, wallNames, type ErrorCode, type RenderRequest } from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';

type Verdict = NonNullable<RenderRequest['fail_on']>[number];

/** For each verdict, a function that describes a receipt to which it applies. */
const verdicts: Record<Verdict, { code: ErrorCode; say(receipt: Receipt): string | undefined }> = {
  http_error: {
    code: 'http_error',
    say: ({ status = 0 }) => (status >= 400 ? `the page answered ${status}` : undefined),
  },
  session_expired: {
    code: 'session_expired',
    say: ({ session }) =>
      session?.expired ? `the page shows a login to the session ${session.name}` : undefined,
  },
  blocked: {
    code: 'page_blocked',
    say: ({ wall }) =>
      wall && `${wallNames[wall.kind]} hides the page (${wall.evidence.join(', ')})`,
  },
  blank: {
    code: 'page_blank',
    say: ({ blank }) =>
      blank &&
      (blank.share === undefined
        ? 'the page shows neither text nor anything painted'
        : `${Math.floor(blank.share * 1000) / 10} % of the image has one colour`),
  },
  broken_images: {
    code: 'broken_images',
    say: ({ images: { broken = 0 } = {} }) =>
      broken > 0 ? `${broken} image${broken === 1 ? ' is' : 's are'} broken` : undefined,
  },
  missing_glyphs: {
    code: 'missing_glyphs',
    say: ({ glyphs = [] }) =>
      glyphs.length > 0 ? `no font of this machine has ${glyphs.join(', ')}` : undefined,
  },
};

/**
 * Rejects a result to which a verdict in `fail_on` applies. Verdicts are checked in the order of
 * how much they explain.
 * @throws {RenderError} `http_error`, `session_expired`, `page_blocked`, `page_blank`,
 *   `broken_images`, `missing_glyphs`
 */
export function refuseVerdicts({ fail_on: wanted = [] }: RenderRequest, receipt: Receipt): void {
  for (const [name, { code, say }] of Object.entries(verdicts)) {
    const message = (wanted as readonly string[]).includes(name) ? say(receipt) : undefined;
    if (message === undefined) continue;
    throw new RenderError(code, `fail_on: ${message}.`, {
      details: [{ parameter: 'fail_on', message }],
      receipt,
    });
  }
}
