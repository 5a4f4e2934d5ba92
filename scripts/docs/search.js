/** Searches an index that is loaded on the first use. */
const form = document.querySelector('form.search');
const input = form.querySelector('input');
const list = form.querySelector('ol');
let index;

/** Loads the index; after a failure, the next use tries again. */
const load = () =>
  (index ??= fetch('search.json')
    .then((response) => response.json())
    .catch(() => (index = undefined)));

/**
 * Sections that have all the words; those that have them in the heading, or as whole words, first.
 */
function find(sections, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = [];
  for (const section of sections) {
    const [, , title, heading, text] = section.map((part) => part.toLowerCase());
    let score = 0;
    for (const word of words) {
      if (!`${title} ${heading} ${text}`.includes(word)) {
        score = 0;
        break;
      }
      if (title.includes(word)) score += 8;
      if (heading.includes(word)) score += 16;
      score += Math.min(4, text.split(word).length - 1) + 1;
    }
    if (score > 0) scored.push([score, section]);
  }
  return scored
    .sort(([a], [b]) => b - a)
    .slice(0, 12)
    .map(([, section]) => section);
}

/** The words around the first match. */
function excerpt(text, query) {
  const [word = ''] = query.toLowerCase().split(/\s+/);
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at > 0 ? '… ' : '') + text.slice(at, at + 120);
}

function entry([href, anchor, title, heading, text], query) {
  const link = document.createElement('a');
  link.href = anchor === '' ? href : `${href}#${anchor}`;
  const name = document.createElement('b');
  name.textContent = heading === '' || heading === title ? title : `${title}: ${heading}`;
  link.append(name, document.createElement('br'), excerpt(text, query));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

input.addEventListener('focus', load, { once: true });
input.addEventListener('input', () => void search());

async function search() {
  const query = input.value.trim();
  const sections = await load();
  if (sections === undefined || query !== input.value.trim()) return;
  const found = query.length < 2 ? [] : find(sections, query);
  list.replaceChildren(...found.map((section) => entry(section, query)));
  if (query.length >= 2 && found.length === 0) {
    const nothing = document.createElement('li');
    nothing.textContent = 'Nothing has all these words.';
    list.append(nothing);
  }
  list.hidden = query.length < 2;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement === document.body) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') list.hidden = true;
});
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) list.hidden = true;
});
