import type { RenderContext } from '../types.ts';
import type { PageSignals } from './in-page/inspect-page.ts';
import { otherScripts } from './watch-page.ts';

/** Warns of letters that the page shows as boxes, and returns the names of their scripts. */
export function warnOfGlyphs(
  signals: Pick<PageSignals, 'letters'> | undefined,
  context: Pick<RenderContext, 'warn'>,
): string[] {
  const missing = otherScripts.filter((_script, index) => signals?.letters.includes(index));
  const scripts = missing.map(({ script }) => script);
  if (scripts.length === 0) return [];
  const packages = [...new Set(missing.map(({ package: name }) => name))];
  context.warn(
    `No font of this machine has ${scripts.join(', ')}: the page shows boxes instead. On Debian and Ubuntu: apt-get install ${packages.join(' ')}.`,
  );
  return scripts;
}
