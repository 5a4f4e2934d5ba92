/** Work on a list, a limited number of items ahead of the consumer. */
export interface Ahead<Outcome> {
  /** Returns outcomes as they are ready; undefined at the end. Errors of the list come last. */
  next(): Promise<Outcome | undefined>;
  /** Reads nothing more from the list, and waits for running renders. */
  close(): Promise<void>;
}

/**
 * Works on the items of a list, `concurrency` at a time. While that many outcomes wait to be
 * consumed, nothing more is started: outcomes contain files, and lists may be longer than memory is
 * large.
 * @param work - returns undefined for an item without an outcome
 */
export function createAhead<Item, Outcome>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item, index: number) => Promise<Outcome | undefined>,
): Ahead<Outcome> {
  const iterator = iteratorOf(items);
  const outcomes: Outcome[] = [];
  const underWay = new Set<Promise<void>>();
  let index = 0;
  let isReading = false;
  let isRead = false;
  let listFailure: { error: unknown } | undefined;
  let workFailure: { error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  signal.addEventListener('abort', tell, { once: true });

  const isOver = () => isRead || signal.aborted || workFailure !== undefined;

  const start = (item: Item) => {
    const working = work(item, index++)
      .then((outcome) => void (outcome === undefined || outcomes.push(outcome)))
      .catch((error: unknown) => void (workFailure ??= { error }))
      .finally(() => {
        underWay.delete(working);
        fill();
        tell();
      });
    underWay.add(working);
  };
  const read = async () => {
    try {
      const { done = false, value } = await iterator.next();
      if (done) isRead = true;
      else if (!isOver()) start(value as Item);
    } catch (error) {
      isRead = true;
      listFailure = { error };
    }
  };
  /** Reads one item at a time: not every list allows concurrent reads. */
  const fill = () => {
    if (isReading || isOver()) return;
    if (underWay.size >= concurrency || outcomes.length >= concurrency) return;
    isReading = true;
    void read().then(() => {
      isReading = false;
      fill();
      tell();
    });
  };
  return {
    async next() {
      for (;;) {
        if (workFailure) throw workFailure.error;
        const outcome = outcomes.shift();
        fill();
        if (outcome !== undefined) return outcome;
        if (signal.aborted) return undefined;
        if (underWay.size === 0 && !isReading) {
          if (listFailure) throw listFailure.error;
          if (isRead) return undefined;
        }
        await changed.promise;
      }
    },
    async close() {
      signal.removeEventListener('abort', tell);
      await Promise.all(underWay);
      if (isRead) return;
      isRead = true;
      const closing = Promise.resolve(iterator.return?.());
      // A list that is being read finishes the read first, and perhaps never.
      if (isReading) closing.catch(() => {});
      else await closing;
    },
  };
}

function iteratorOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): Iterator<Item> | AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
