import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '@tintype/core';

/**
 * Whether a browser answers. What is on its way before the answer takes its time: as long as
 * something comes, the answer is waited for.
 * @param received - how many bytes have come from it; absent where nothing delays an answer
 */
export async function stillAnswers(
  session: Pick<CdpSession, 'send'>,
  boundMs: number,
  received: () => number = () => 0,
): Promise<boolean> {
  const answer = session.send('Browser.getVersion').then(
    () => true,
    () => false,
  );
  for (;;) {
    const before = received();
    const late = delay(boundMs, undefined, { ref: false });
    const answered = await Promise.race([answer, late]);
    if (answered !== undefined) return answered;
    if (received() === before) return false;
  }
}
