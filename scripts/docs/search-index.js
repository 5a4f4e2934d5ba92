import MiniSearch from 'minisearch';

/** @typedef {[href: string, anchor: string, title: string, heading: string, text: string]} Entry */

/** Words that people type, and the words of the documents. */
const synonyms = new Map(
  Object.entries({
    compare: ['compare', 'comparison'],
    click: ['click', 'steps'],
    picture: ['screenshot', 'image'],
    photo: ['screenshot'],
    movie: ['screencast', 'video'],
    record: ['screencast'],
    cron: ['tasks', 'crontab'],
    schedule: ['tasks'],
    callback: ['webhook'],
    password: ['authorization', 'login'],
    popup: ['banner'],
    gdpr: ['cookies_banner'],
    retina: ['device_scale_factor'],
    mobile: ['device'],
    docker: ['container', 'kubernetes'],
    upgrade: ['restoring'],
    quota: ['plans'],
    slow: ['waiting', 'timeout'],
  }),
);

const stopWords = new Set(
  'a an and are as at be before by can do does first for from get how i if in is it its make my of on or set take than that the this to use what when where which with you your'.split(
    ' ',
  ),
);

/** `dark_mode`, `darkMode` and `dark mode` have the same words. */
const wordsOf = (text) =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Creates the search of an index: returns the best sections, at most 12.
 * @param {Entry[]} entries
 * @returns {(query: string) => Entry[]}
 */
export function createSearch(entries) {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => (stopWords.has(word) ? null : word.replace(/(?<=\w{3})s$/, '')),
    searchOptions: {
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      boost: { title: 3, heading: 4 },
    },
  });
  index.addAll(entries.map(([, , title, heading, text], id) => ({ id, title, heading, text })));
  return (query) => {
    const words = wordsOf(query.replace(/\blog ?in\b/i, 'login'));
    const text = words.flatMap((word) => synonyms.get(word) ?? [word]).join(' ');
    const asked = ` ${words.join(' ')} `;
    /** The name of a parameter in the query is what is meant. */
    const isNamed = ([href, anchor, , heading]) =>
      href === 'parameters.html' &&
      anchor === heading &&
      asked.includes(` ${wordsOf(anchor).join(' ')} `);
    const boostDocument = (id) => weightOf(entries[id]) * (isNamed(entries[id]) ? 3 : 1);
    const found = index.search(text, { boostDocument, boostTerm });
    // Each missing word counts more than what the others add.
    const share = ({ queryTerms }) => queryTerms.length ** 2;
    return found
      .toSorted((a, b) => b.score * share(b) - a.score * share(a))
      .slice(0, 12)
      .flatMap(({ id }) => (entries[id] ? [entries[id]] : []));
  };
}

/** Words of most sections. */
const boostTerm = (word) => (/^(?:page|screenshot|tintype|render)$/.test(word) ? 0.4 : 1);

/** Pages about the project itself, and those with every type. */
const aside =
  /^(?:(?:api|architecture|benchmark|benchmarks)(?:-\w+)?|scaling-figures|licences|releasing)\.html$/;

/** Entries of one parameter, and the starts of pages, are what people look for. */
function weightOf([href, anchor, title, heading]) {
  if (aside.test(href)) return 0.3;
  if (href === 'parameters.html' && anchor === heading) return 2;
  return heading === title ? 2 : 1;
}
