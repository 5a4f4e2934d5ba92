/** Waits until what was changed is laid out and shown. Runs in the page. */
export async function twoFrames(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
