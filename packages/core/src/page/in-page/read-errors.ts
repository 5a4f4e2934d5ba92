export interface ScriptErrors {
  count: number;
  kept: number;
  /** The first few, each after a line break. */
  first: string;
}

/** Returns the script errors that `countErrors` recorded: their number, and the first few. */
export function readErrors(eventName: string): { count: number; first: string[] } {
  let text = '';
  const listen = (event: Event) => {
    // Scripts of the page can change this text, so it is truncated here.
    text = String((event as CustomEvent).detail).slice(0, 1500);
  };
  addEventListener(`${eventName}:errors-reported`, listen);
  if (eventName !== '') dispatchEvent(new CustomEvent(`${eventName}:errors`));
  removeEventListener(`${eventName}:errors-reported`, listen);
  const [count = '', ...messages] = text.split('\n');
  return {
    count: Math.min(1e6, Number(count) || 0),
    first: messages
      .filter((message) => message !== '')
      .slice(0, 5)
      .map((message) => message.slice(0, 200)),
  };
}

/** Counts the errors of scripts, and records the first few. Runs in the main world. */
export function countErrors(eventName: string): void {
  const { dispatchEvent: dispatch, CustomEvent: Answer } = window;
  const errors: ScriptErrors = { count: 0, kept: 0, first: '' };
  addEventListener('error', (event) => keepError(errors, event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => keepError(errors, event.reason));
  console.error = new Proxy(console.error, {
    apply(target, self, args: unknown[]) {
      keepError(errors, args[0]);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  addEventListener(`${eventName}:errors`, () => {
    const detail = `${errors.count}${errors.first}`;
    dispatch.call(window, new Answer(`${eventName}:errors-reported`, { detail }));
  });
}

/** Runs in the main world. */
export function keepError(errors: ScriptErrors, what: unknown): void {
  errors.count += 1;
  if (errors.kept >= 5) return;
  errors.kept += 1;
  try {
    const text = what instanceof Error ? `${what.name}: ${what.message}` : what;
    if (typeof text === 'string') {
      errors.first += `\n${text.slice(0, 200).replace(/\s+/g, ' ')}`;
    }
  } catch {
    // Reading an error of the page may throw.
  }
}
