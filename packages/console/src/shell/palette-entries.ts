/** A place to go to, or an action. */
export interface Entry {
  /** Type, as shown beside the title. */
  type: string;
  title: string;
  /** More text to find it by. */
  words?: string;
  run(): void;
}

/** Maximum number of shown entries. */
const maxShown = 30;

/** Returns entries that contain all words; those whose title starts with the text are first. */
export function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const rank = ({ title }: Entry) => {
    const found = title.toLowerCase().indexOf(wanted);
    return found === 0 ? 0 : found > 0 ? 1 : 2;
  };
  return entries
    .filter(({ type, title, words: more = '' }) => {
      const all = `${type} ${title} ${more}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxShown);
}

/** Returns the path of the console for a typed URL or request id. */
export function typedPlace(text: string): { title: string; path: string } | undefined {
  const typed = text.trim();
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(typed)) {
    return { title: `Open request ${typed}`, path: `/console/renders/${typed.toLowerCase()}` };
  }
  const address = /^https?:\/\//i.test(typed) ? typed : undefined;
  const host = /^[\w-]+(\.[\w-]+)+([:/?#]\S*)?$/.test(typed) ? `https://${typed}` : undefined;
  const url = URL.parse(address ?? host ?? '')?.href;
  if (url === undefined) return undefined;
  return { title: `Render ${url}`, path: `/console/playground?url=${encodeURIComponent(url)}` };
}
