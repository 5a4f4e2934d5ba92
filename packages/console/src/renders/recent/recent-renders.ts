/** A render of the playground, which the service does not store. */
export interface RecentRender {
  id: string;
  kind: string;
  /** Host and path of the page. */
  title: string;
  /** The playground with its form, without secrets and typed texts. */
  address: string;
  /** Unix seconds. */
  at: number;
  totalMs: number;
  mediaType: string;
  /** Small image, as a `data:` URL. */
  thumbnail?: string;
  /** Start of a text. */
  text?: string;
  pages?: number;
  error?: string;
}

/** Maximum number of renders, and of characters of each: about half a megabyte together. */
const limits = { renders: 20, chars: 24_000 };

const key = 'tintype-recent';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the last renders of this tab, newest first; none of another account. */
export function readRecent(storage: Storage, account: string): RecentRender[] {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? '{}') as {
      account?: string;
      renders?: RecentRender[];
    };
    return kept.account === account && Array.isArray(kept.renders) ? kept.renders : [];
  } catch {
    // Not written by this version.
    return [];
  }
}

/** Adds a render to those of this tab. One that is too large loses its thumbnail. */
export function addRecent(storage: Storage, account: string, render: RecentRender): void {
  const { thumbnail: _, text: _text, ...small } = render;
  const added = JSON.stringify(render).length > limits.chars ? small : render;
  const others = readRecent(storage, account).filter(({ id }) => id !== render.id);
  const renders = [added, ...others].slice(0, limits.renders);
  for (let count = renders.length; count > 0; count = Math.floor(count / 2)) {
    try {
      storage.setItem(key, JSON.stringify({ account, renders: renders.slice(0, count) }));
      return;
    } catch {
      // The storage is full: older renders go first.
    }
  }
  storage.removeItem(key);
}

export function clearRecent(storage: Storage): void {
  storage.removeItem(key);
}
