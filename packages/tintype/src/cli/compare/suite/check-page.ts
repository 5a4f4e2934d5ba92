import type { ComparedFile, CompareOptions, Comparison, ImageComparison } from '@tintype/compare';
import { RenderError } from '@tintype/contract';
import { maxComparedPixels } from '@tintype/contract/light';
import type { RenderResult } from '@tintype/core';
import { failureMessage } from '../../output/failure-message.ts';
import { verdicts } from '../../output/reporter.ts';
import type { SuitePage } from './suite-pages.ts';

/** `new`: there is no accepted image. */
export type Outcome = 'same' | 'changed' | 'new' | 'failed';

/** A page, compared with its accepted image. */
export interface CheckedPage {
  page: SuitePage;
  outcome: Outcome;
  /** True if it was the same only when it was rendered again, or differed each time. */
  isUnstable: boolean;
  /** The accepted image. */
  before?: Uint8Array;
  /** The rendered image; of a failed page, present if its accepted image cannot be compared. */
  after?: Uint8Array;
  comparison?: ImageComparison;
  /** Why it failed. */
  error?: string;
  warnings: readonly string[];
}

export interface CheckParts {
  render(page: SuitePage): Promise<RenderResult>;
  compare(before: ComparedFile, after: ComparedFile, options: CompareOptions): Promise<Comparison>;
  /** Returns the accepted image. */
  accepted(page: SuitePage): Promise<Uint8Array | undefined>;
  options: CompareOptions;
  /** Share of the pixels that may differ. */
  maxChanged: number;
  retries: number;
}

/** Renders a page until it equals its accepted image, at most `retries` times more. */
export async function checkPage(page: SuitePage, parts: CheckParts): Promise<CheckedPage> {
  const before = await parts.accepted(page);
  let last = await attempt(page, before, parts);
  let isUnstable = false;
  for (let left = parts.retries; left > 0 && canRetry(last); left -= 1) {
    const next = await attempt(page, before, parts);
    isUnstable ||= isOther(last, next);
    last = next;
  }
  const { mayRetry: _may, ...checked } = last;
  return { ...checked, isUnstable };
}

type Attempt = Omit<CheckedPage, 'isUnstable'> & { mayRetry: boolean };

function canRetry({ outcome, mayRetry }: Attempt): boolean {
  return outcome === 'changed' || (outcome === 'failed' && mayRetry);
}

function isOther(one: Attempt, other: Attempt): boolean {
  if (one.after === undefined || other.after === undefined) return false;
  return one.outcome !== other.outcome || !Buffer.from(one.after).equals(other.after);
}

async function attempt(
  page: SuitePage,
  before: Uint8Array | undefined,
  { render, compare, options, maxChanged }: CheckParts,
): Promise<Attempt> {
  let after: Uint8Array | undefined;
  try {
    const result = await render(page);
    refuseLarge(result);
    after = result.body;
    const shared = {
      page,
      after,
      mayRetry: true,
      warnings: [...verdicts(result), ...result.warnings],
    };
    if (before === undefined) return { ...shared, outcome: 'new' };
    if (Buffer.from(before).equals(after)) return { ...shared, outcome: 'same', before };
    const accepted = { body: before, mediaType: result.mediaType };
    const comparison = (await compare(accepted, result, options)) as ImageComparison;
    const isSame = comparison.same || comparison.changed <= maxChanged;
    return { ...shared, outcome: isSame ? 'same' : 'changed', before, comparison };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof RenderError && error.code === 'cancelled') throw error;
    const mayRetry = error instanceof RenderError && error.retryable;
    const about = { page, mayRetry, error: failureMessage(error), warnings: [] };
    return { ...about, outcome: 'failed', ...(before && { before }), ...(after && { after }) };
  }
}

/** An accepted image that is too large could never be compared. */
function refuseLarge({
  metadata: { imageSize: { width, height } = { width: 0, height: 0 } },
}: {
  metadata: RenderResult['metadata'];
}): void {
  if (width * height <= maxComparedPixels) return;
  const message = `Images of at most ${maxComparedPixels} pixels can be compared; got ${width} x ${height}. Leave out full_page, or set selector.`;
  throw new RenderError('invalid_request', message);
}
