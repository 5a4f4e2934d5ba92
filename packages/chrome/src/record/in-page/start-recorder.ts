/// <reference lib="dom" />
import {
  flushFill,
  flushScroll,
  onChange,
  onInput,
  onPersonEvent,
  onScroll,
} from './record-fields.ts';
import {
  onClick,
  onContextMenu,
  onDoubleClick,
  onKeyDown,
  onMouseDown,
  onPointerDown,
  onPointerUp,
} from './record-pointer.ts';
import { onUse, watchSecrets } from './watch-secrets.ts';
import { recorderState, sendUnsent, type RecorderState } from './recorder-state.ts';

/** Sends what a person does in a document to a binding. Events that scripts dispatch are ignored. */
export function startRecorder(binding: string): void {
  const world = globalThis as typeof globalThis & { tintypeRecorder?: RecorderState };
  if (Object.hasOwn(world, 'tintypeRecorder')) {
    if (world.tintypeRecorder) sendUnsent(world.tintypeRecorder);
    return;
  }
  const state = recorderState(binding);
  Object.defineProperty(world, 'tintypeRecorder', { value: state });
  const trusted =
    <E extends Event>(listener: (state: RecorderState, event: E) => void) =>
    (event: Event) => {
      if (event.isTrusted) listener(state, event as E);
    };
  const person = trusted(onPersonEvent);
  const use = <E extends Event>(listener: (state: RecorderState, event: E) => void) =>
    trusted<E>((_, event) => {
      onPersonEvent(state, event);
      onUse(state, event);
      listener(state, event);
    });
  const moved = trusted(() => {
    state.lastMoveMs = performance.now();
  });
  const leave = trusted(() => {
    flushFill(state);
    flushScroll(state);
  });
  const listeners: Record<string, (event: Event) => void> = {
    focusin: trusted(onUse),
    pointerdown: use(onPointerDown),
    pointerup: use(onPointerUp),
    mousedown: trusted(onMouseDown),
    wheel: moved,
    touchmove: moved,
    click: trusted(onClick),
    dblclick: trusted(onDoubleClick),
    contextmenu: trusted(onContextMenu),
    keydown: use(onKeyDown),
    keyup: person,
    compositionupdate: person,
    compositionend: person,
    paste: person,
    drop: person,
    input: trusted(onInput),
    change: trusted(onChange),
    scroll: trusted(onScroll),
    pagehide: leave,
  };
  const listen = () => {
    for (const [type, listener] of Object.entries(listeners)) {
      addEventListener(type, listener, { capture: true, passive: true });
    }
  };
  listen();
  watchSecrets(state, document);
  // A page that writes its document again (document.open) removes all listeners.
  setInterval(listen, 500);
}
