/// <reference lib="dom" />
import {
  flushFill,
  flushScroll,
  onChange,
  onInput,
  onPersonEvent,
  onScroll,
} from './record-fields.ts';
import { onKeyDown } from './record-keys.ts';
import {
  onAuxClick,
  onClick,
  onContextMenu,
  onDragStart,
  onDoubleClick,
  onMouseDown,
  onPointerDown,
  onPointerUp,
  onPressEnd,
  sendHeldPress,
} from './record-pointer.ts';
import { onUse, watchSecrets } from './watch-secrets.ts';
import { recorderState, sendUnsent, type RecorderState } from './recorder-state.ts';

/** Sends what a person does in a document to a binding. Events that scripts dispatch are ignored. */
export function startRecorder(binding: string): void {
  const world = globalThis as typeof globalThis & { tintypeRecorder?: RecorderState };
  if (Object.hasOwn(world, 'tintypeRecorder')) {
    world.tintypeRecorder?.listen();
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
    sendHeldPress(state);
    flushFill(state);
    flushScroll(state);
  });
  const listeners: Record<string, (event: Event) => void> = {
    focusin: trusted(onUse),
    pointerdown: use(onPointerDown),
    pointerup: use(onPointerUp),
    pointercancel: trusted(onPressEnd),
    dragstart: trusted(onDragStart),
    mousedown: trusted(onMouseDown),
    wheel: moved,
    touchmove: moved,
    click: trusted(onClick),
    dblclick: trusted(onDoubleClick),
    auxclick: trusted(onAuxClick),
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
    // While a page hides, its last observations may get lost with its process.
    beforeunload: leave,
    pagehide: leave,
  };
  state.listen = () => {
    for (const [type, listener] of Object.entries(listeners)) {
      addEventListener(type, listener, { capture: true, passive: true });
    }
  };
  state.listen();
  watchSecrets(state, document);
  // A page that writes its document again (document.open) removes all listeners. The other side
  // calls this function when Chromium reports it, at most for 200 documents.
  setInterval(state.listen, 500);
}
