interface Navigation {
  type: 'navigation';
  url: string;
}

/** A step as the Recorder of Chrome's DevTools writes it. */
export type RecordedStep = {
  assertedEvents?: Navigation[];
  timeout?: number;
  target?: 'main';
  frame?: number[];
} & (
  | {
      type: 'setViewport';
      width: number;
      height: number;
      deviceScaleFactor: number;
      isMobile: boolean;
      hasTouch: boolean;
      isLandscape: boolean;
    }
  | { type: 'navigate'; url: string }
  | {
      type: 'click' | 'doubleClick';
      selectors: string[][];
      offsetX: number;
      offsetY: number;
      button?: 'primary' | 'secondary';
    }
  | { type: 'change'; selectors: string[][]; value: string }
  | { type: 'keyDown' | 'keyUp'; key: string }
  | { type: 'scroll'; selectors?: string[][]; x: number; y: number }
);

/** Addresses are recorded without their query, and without the title: both may contain what was typed. */
export function navigationTo(url: string): Navigation {
  return { type: 'navigation', url: url.replace(/[?#].*$/s, '') };
}

export function isKey(
  step: RecordedStep | undefined,
): step is Extract<RecordedStep, { key: string }> {
  return step?.type === 'keyDown' || step?.type === 'keyUp';
}
