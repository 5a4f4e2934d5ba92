import type { FrameProcess, PageFrame } from './page-frames.ts';

/** The content box of a frame, in px of the page's viewport. */
export interface FrameBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Size of a px of the frame. */
  scale: number;
}

/** Returns the box of a frame. Transforms of frames around it count only in its own process. */
export async function frameBox({ process, frameId }: PageFrame): Promise<FrameBox> {
  // The element of the topmost frame of a process is in the parent's document.
  const isTop = process.frameId === frameId;
  const owner = isTop ? (process.parent ?? process) : process;
  const { backendNodeId } = await owner.session.send('DOM.getFrameOwner', { frameId });
  const { model } = await owner.session.send('DOM.getBoxModel', { backendNodeId });
  const [left = 0, top = 0, right = 0, , , bottom = 0] = model.content;
  const [outerLeft = 0, , outerRight = 0] = model.border;
  const { x, y } = await offsetOf(owner);
  const scale = (outerRight - outerLeft) / model.width || 1;
  return { x: x + left, y: y + top, width: right - left, height: bottom - top, scale };
}

/** Returns the offset of a process's document in the viewport of the page. */
export async function offsetOf(process: FrameProcess): Promise<{ x: number; y: number }> {
  if (!process.parent) return { x: 0, y: 0 };
  return frameBox({ process, frameId: process.frameId, isOfParent: false });
}
