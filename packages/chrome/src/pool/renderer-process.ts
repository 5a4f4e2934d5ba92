import type { CdpSession } from '@tintype/core';

/**
 * The process in which a page or frame runs. CDP does not tell; but the renderer makes ids that
 * begin with it (Blink's `IdentifiersFactory`), and a search is the cheapest thing that has one. It
 * is told as the machine counts, also from within the sandbox. Undefined when nothing can be read
 * from it.
 */
export async function rendererProcess(session: CdpSession): Promise<number | undefined> {
  try {
    const [, { searchId }] = await Promise.all([
      session.send('DOM.enable', {}),
      session.send('DOM.performSearch', { query: '/none' }),
      session.send('DOM.disable'),
    ]);
    const pid = Number(/^(\d+)\.\d+$/.exec(searchId)?.[1]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
