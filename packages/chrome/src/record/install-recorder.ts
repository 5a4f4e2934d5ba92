import type { CdpSession } from '@tintype/core';

/** Code for an isolated world of each document. */
export interface RecorderCode {
  source: string;
  worldName: string;
  /** Name of a function that only this world has. */
  binding: string;
}

/** Maximum number of frames of one page in which a person is recorded. */
const maxFrames = 200;

/**
 * Runs code in an isolated world of the documents of a session, from before their first script.
 * Bindings for all future documents need the Runtime domain, which pages can detect: each world gets
 * its own.
 */
export async function installRecorder(
  session: CdpSession,
  { source, worldName, binding: name }: RecorderCode,
): Promise<void> {
  let frames = 0;
  async function install(frameId: string): Promise<void> {
    frames += 1;
    if (frames > maxFrames) return;
    const world = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    const { executionContextId } = world;
    await session.send('Runtime.addBinding', { name, executionContextId });
    // An empty document has not run it. Others send what they noted meanwhile.
    await session.send('Runtime.evaluate', { expression: source, contextId: executionContextId });
  }
  // The frame is gone, or has a process of its own.
  const installIn = (frameId: string) => void install(frameId).catch(() => {});
  session.on('Page.frameAttached', ({ frameId }) => installIn(frameId));
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) frames = 0;
    installIn(frame.id);
  });
  // A page that writes its document again (document.open) removes all listeners.
  session.on('Page.documentOpened', ({ frame }) => installIn(frame.id));
  const added = session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
  const { frameTree } = await session.send('Page.getFrameTree');
  installIn(frameTree.frame.id);
  for (const { frame } of frameTree.childFrames ?? []) installIn(frame.id);
  await added;
}
