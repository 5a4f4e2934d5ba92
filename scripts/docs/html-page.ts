import type { DocsPage, PageGroup } from './read-page.ts';

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
<link rel="stylesheet" href="style.css">
<link rel="alternate" type="text/markdown" href="${page.name}.md">
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="index.html">Tintype</a>
<form class="search" role="search"><input type="search" placeholder="Search" aria-label="Search" autocomplete="off"><ol class="found" hidden></ol></form>
</header>
<div class="columns">
<nav aria-label="Pages"><input type="checkbox" id="menu"><label for="menu">All pages</label><div class="groups">
${groups.map((group) => groupHtml(group, page)).join('\n')}
</div></nav>
<main id="content">
${page.html}
<footer><a href="${page.name}.md">This page as Markdown</a></footer>
</main>
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

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
