import type { CdpSession } from '@tintype/core';
import { until } from '@tintype/testkit';

interface ClickOptions {
  button?: 'left' | 'middle' | 'right';
  count?: number;
  /** 2: with Ctrl. */
  modifiers?: number;
}

/** A person at a tab: real mouse and keyboard events, by way of CDP. */
export interface Person {
  /** Clicks the middle of an element, which an expression evaluates to. */
  click(expression: string, options?: ClickOptions): Promise<void>;
  /** Clicks a point of the window. */
  clickAt(x: number, y: number, options?: ClickOptions): Promise<void>;
  /** Moves from one point to another with the button held. */
  drag(from: [x: number, y: number], to: [x: number, y: number]): Promise<void>;
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
  async function clickAt(x: number, y: number, options: ClickOptions = {}) {
    const { button = 'left', count = 1, modifiers = 0 } = options;
    const mouse = { x, y, button, modifiers };
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
    async drag([x, y], [toX, toY]) {
      const mouse = { button: 'left', clickCount: 1 } as const;
      await tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, ...mouse });
      for (const part of [0.3, 0.6, 1]) {
        const at = { x: x + part * (toX - x), y: y + part * (toY - y) };
        await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at, ...mouse });
        await pause(50);
      }
      const at = { x: toX, y: toY };
      await tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, ...mouse });
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
