import { escapeHtml } from './escape-html.ts';
import type { DocsPage, PageGroup } from './read-page.ts';

/** Number of parts from which a page lists them. */
const minContents = 3;

/** A whole page, with the navigation around it. */
export function htmlPage(page: DocsPage, groups: readonly PageGroup[]): string {
  const title = page.name === 'index' ? page.title : `${page.title} - Tintype`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
<link rel="alternate" type="text/markdown" href="${page.name}.md">
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="index.html"><img src="icon.svg" alt="" width="22" height="22">Tintype</a>
<form class="search" role="search"><input type="search" placeholder="Search" aria-label="Search" autocomplete="off"><ol class="found" hidden></ol></form>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><input type="checkbox" id="menu"><label for="menu">All pages</label><div class="groups">
${groups.map((group) => groupHtml(group, page)).join('\n')}
</div></nav>
<main id="content">
${page.html}
${neighboursHtml(page, groups)}
<footer><a href="${page.name}.md">This page as Markdown</a></footer>
</main>
${contentsHtml(page)}
</div>
</body>
</html>
`;
}

function groupHtml({ title, pages }: PageGroup, shown: DocsPage): string {
  const items = pages.map(({ name, title: each }) => {
    const current = name === shown.name ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${escapeHtml(name === 'index' ? 'Tintype' : each)}</a></li>`;
  });
  return `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>`;
}

function contentsHtml({ contents }: DocsPage): string {
  if (contents.length < minContents) return '';
  const items = contents.map(
    ({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

function neighboursHtml(page: DocsPage, groups: readonly PageGroup[]): string {
  const all = groups.flatMap(({ pages }) => pages);
  const at = all.findIndex(({ name }) => name === page.name);
  const link = (to: DocsPage | undefined, rel: string, label: string) =>
    to
      ? `<a rel="${rel}" href="${to.name}.html"><small>${label}</small>${escapeHtml(to.title)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(all[at - 1], 'prev', 'Previous')}${link(all[at + 1], 'next', 'Next')}</nav>`;
}
