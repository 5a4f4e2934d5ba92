import type { CdpSession } from '@tintype/core';

/**
 * Returns the process id in which a page or frame runs. CDP does not report it; but the renderer
 * makes ids that begin with it (Blink's `IdentifiersFactory`), and a search is the least expensive
 * call that returns one. It is the id on the machine, also from within the sandbox. Undefined if it
 * cannot be read.
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
