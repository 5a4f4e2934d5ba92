/** Waits until changes are laid out and shown. */
export async function twoFrames(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
