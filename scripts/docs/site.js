import { createSearch } from './search-index.js';

const form = document.querySelector('form.search');
const input = form.querySelector('input');
const list = form.querySelector('ol');
let loading;

/** Loads the index on the first use; after a failure, the next use tries again. */
const load = () =>
  (loading ??= fetch('search.json')
    .then(async (response) => createSearch(await response.json()))
    .catch(() => (loading = undefined)));

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
  const find = await load();
  if (find === undefined || query !== input.value.trim()) return;
  const found = query.length < 2 ? [] : find(query);
  list.replaceChildren(...found.map((section) => entry(section, query)));
  if (query.length >= 2 && found.length === 0) {
    const nothing = document.createElement('li');
    nothing.textContent = 'Not found.';
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

if (navigator.clipboard) {
  for (const code of document.querySelectorAll('pre > code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const copy = async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    };
    button.addEventListener('click', () => void copy());
    code.parentElement.append(button);
  }
}
