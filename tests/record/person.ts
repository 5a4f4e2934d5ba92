import type { CdpSession } from '@tintype/core';
import { until } from '@tintype/testkit';

/** A person at a tab: real mouse and keyboard events, by way of CDP. */
export interface Person {
  /** Clicks the middle of an element, which an expression evaluates to. */
  click(expression: string, options?: { button?: 'left' | 'right'; count?: number }): Promise<void>;
  /** Clicks a point of the window. */
  clickAt(
    x: number,
    y: number,
    options?: { button?: 'left' | 'right'; count?: number },
  ): Promise<void>;
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>;
  press(key: string, code?: number, modifiers?: number): Promise<void>;
  wheel(y: number): Promise<void>;
  /** Types an address into the address bar. */
  goTo(url: string): Promise<void>;
  /** Waits until an expression of the page is truthy. */
  sees(expression: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  pause(ms: number): Promise<void>;
}

export function personAt(tab: Pick<CdpSession, 'send'>): Person {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result } = await tab.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  }
  async function clickAt(x: number, y: number, options: Parameters<Person['clickAt']>[2] = {}) {
    const { button = 'left', count = 1 } = options;
    const mouse = { x, y, button };
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    for (let clickCount = 1; clickCount <= count; clickCount += 1) {
      await tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse, clickCount });
      await pause(80);
      await tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse, clickCount });
    }
    await pause(50);
  }
  return {
    pause,
    evaluate,
    clickAt,
    async click(expression, options) {
      await until(() => evaluate(`!!(${expression})`), 10_000);
      const { x, y } = await evaluate<{ x: number; y: number }>(
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))((${expression}).getBoundingClientRect())`,
      );
      await clickAt(x, y, options);
    },
    async type(text) {
      for (const letter of text) {
        await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
        await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
      }
      await pause(50);
    },
    async press(key, code = 13, modifiers = 0) {
      const event = { key, code: key, windowsVirtualKeyCode: code, modifiers };
      const text = key === 'Enter' ? { text: '\r' } : {};
      await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...text });
      await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }).catch(() => {});
      await pause(50);
    },
    async wheel(deltaY) {
      const at = { x: 200, y: 200, deltaX: 0, deltaY };
      await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at });
      await pause(600);
    },
    async goTo(url) {
      await tab.send('Page.navigate', { url, transitionType: 'typed' });
      await until(() =>
        evaluate(`document.readyState === 'complete' && location.href === ${JSON.stringify(url)}`),
      );
    },
    async sees(expression) {
      await until(() => evaluate<boolean>(`!!(${expression})`).catch(() => false), 10_000);
    },
  };
}

/** People are slower than programs. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
