import type { ContentScriptMessage } from '@duckduckgo/autoconsent';
import type { ConsentScript } from './consent-script.ts';
import type { FrameWorld } from './frame-world.ts';

/** A message of autoconsent about one frame. */
export interface ConsentNews {
  /** It knows the tool. */
  detected?(vendor: string): void;
  /** The tool's banner is open. */
  opened?(vendor: string): void;
  /** It went through all it knows, and found nothing. */
  nothing?(): void;
  /** It has done its part; another frame has to do the rest. */
  passedOn?(vendor: string): void;
  failed?(vendor: string): void;
  /** It opted out, or, where there is nothing to click, took the banner away. */
  done?(vendor: string, isCosmetic: boolean): void;
}

/** Runs autoconsent in a frame until the frame goes away. Never rejects. */
export async function runConsent(
  world: FrameWorld,
  script: ConsentScript,
  news: ConsentNews,
): Promise<void> {
  try {
    await world.evaluate(script.start(world.url, world.isMain));
    let answers: { id: string; result: boolean }[] = [];
    for (;;) {
      const messages = await world.evaluate<ContentScriptMessage[] | undefined>(
        script.next(answers),
      );
      if (!messages) return;
      answers = await Promise.all(
        messages.flatMap((message) => (message.type === 'eval' ? [answer(world, message)] : [])),
      );
      for (const message of messages) tell(message, news);
    }
  } catch {
    // The frame navigated, or the render ended.
  }
}

async function answer(world: FrameWorld, { id, code }: { id: string; code: string }) {
  return { id, result: await world.evaluateAsPage(code) };
}

function tell(message: ContentScriptMessage, news: ConsentNews): void {
  switch (message.type) {
    case 'cmpDetected':
      return news.detected?.(message.cmp);
    case 'popupFound':
      return news.opened?.(message.cmp);
    case 'report':
      if (message.state.lifecycle === 'nothingDetected') news.nothing?.();
      return;
    case 'optOutResult':
      return message.result ? news.passedOn?.(message.cmp) : news.failed?.(message.cmp);
    case 'autoconsentDone':
      return news.done?.(message.cmp, message.isCosmetic);
  }
}
