import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../../page-code.ts';
import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import { writingScripts } from './writing-scripts.ts';

/** Latin letters are those that every machine has, and that most pages hold nothing else of. */
const otherScripts = writingScripts.filter(({ script }) => script !== 'Latin');

/** How much of a page's text is looked at, and how many elements with other letters than Latin ones: it must not hold up a render. */
const characterLimit = 500_000;
const elementLimit = 2000;
const answerLimitMs = 500;

/**
 * Begins to look for letters that the page shows as boxes. The page is looked at while its screenshot is taken.
 * @returns what waits for the answer and warns of what is missing; it never rejects
 */
export function watchMissingGlyphs(
  page: PageHandle,
  request: RenderRequest,
  context: RenderContext,
): () => Promise<void> {
  if (page.needs.medium === 'text') return async () => {};
  const patterns = otherScripts.map(({ letters }) => letters);
  const looked = callInPage(
    page,
    pageCode.missingLetters,
    patterns,
    characterLimit,
    elementLimit,
  ).catch((): number[] => []);
  return async () => {
    const late = page.deadline.sleep(answerLimitMs).then(
      (): number[] => [],
      (): number[] => [],
    );
    const found = await Promise.race<number[]>([looked, late]);
    const missing = otherScripts.filter((_script, index) => found.includes(index));
    if (missing.length === 0) return;
    const packages = [...new Set(missing.map(({ package: name }) => name))];
    context.warn(
      `No font of this machine has ${missing.map(({ script }) => script).join(', ')}: the page shows boxes instead. On Debian and Ubuntu: apt-get install ${packages.join(' ')}.`,
    );
  };
}
