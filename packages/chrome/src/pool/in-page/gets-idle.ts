/**
 * Returns whether a blank page gets an idle period longer than a frame. After a navigation in the
 * same process, Chromium sometimes starts none in the page and in all that follow it there.
 */
export async function getsIdle(): Promise<boolean> {
  for (let look = 0; look < 4; look += 1) {
    const leftMs = await new Promise<number>((resolve) => {
      requestIdleCallback((idle) => resolve(idle.didTimeout ? -1 : idle.timeRemaining()), {
        timeout: look === 0 ? 40 : 150,
      });
    });
    if (leftMs > 17) return true;
    if (leftMs >= 0) continue;
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      setTimeout(resolve, 200);
    });
  }
  return false;
}
