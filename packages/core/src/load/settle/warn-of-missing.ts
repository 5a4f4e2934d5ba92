import type { PageNeeds } from '@tintype/contract';
import type { RenderContext } from '../../types.ts';
import type { SettledDocument } from './in-page/settle-page.ts';

/** Warns of parts that a result lacks, as they did not load in time. */
export function warnOfMissing(
  { missing }: Pick<SettledDocument, 'missing'>,
  { medium }: Pick<PageNeeds, 'medium'>,
  context: Pick<RenderContext, 'warn'>,
): void {
  if (missing.length === 0) return;
  const named = missing.join(', ');
  const when = medium === 'text' ? 'the page was read' : 'the image was taken';
  context.warn(`Not everything had arrived when ${when}: ${named} were not waited for any longer.`);
}
