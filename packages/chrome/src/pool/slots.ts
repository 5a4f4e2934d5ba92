/** A limited number of slots; waiters get one in order of arrival. */
export interface Slots {
  /** Resolves with the function that frees the slot; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  const give = () => {
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      free += 1;
      waiting.shift()?.();
    };
  };
  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const enter = () => {
          signal.removeEventListener('abort', leave);
          free -= 1;
          resolve(give());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason as Error);
        };
        if (free > 0) return enter();
        waiting.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
