import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { highlightCode } from './highlight-code.ts';
import { requestTabs } from './request-tabs.ts';

/** A part of a page, under one heading. */
export interface Section {
  heading: string;
  /** Of the heading in the page; empty for the part before the first one. */
  anchor: string;
  text: string;
}

/** A document, read. */
export interface DocsPage {
  /** `http` for `http.html` and `http.md`. */
  name: string;
  title: string;
  /** Its first sentence. */
  summary: string;
  html: string;
  /** Its parts. */
  contents: { anchor: string; title: string }[];
  /** With links to other twins. */
  markdown: string;
  sections: Section[];
  /** The addresses that it links to, as they will be in the site. */
  links: string[];
  anchors: Set<string>;
  /** Files of the repository that it points to. */
  files: Set<string>;
}

/** A part of the navigation, with its pages. */
export interface PageGroup {
  title: string;
  pages: DocsPage[];
}

/** Pages whose tables describe one name per row: each row has an anchor, and is found by search. */
const references: readonly string[] = ['parameters', 'configuration', 'errors'];

/**
 * Reads one document.
 * @param path - within the repository
 */
export async function readPage(root: string, path: string, name: string): Promise<DocsPage> {
  const markdown = await readFile(`${root}/${path}`, 'utf8');
  const links: string[] = [];
  const files = new Set<string>();
  const anchors = new Set<string>();
  const contents: DocsPage['contents'] = [];
  let tabs = 0;
  const isReference = references.includes(name);
  const toSite = (href: string) => {
    const { place, file } = placeInSite(href, path);
    if (file !== undefined) files.add(file);
    links.push(place);
    return place;
  };
  const imageRow = (parameter: string) => {
    const href = `${name}/${parameter}.webp`;
    if (!existsSync(`${root}/docs/${href}`)) return '';
    const image = `<img src="${toSite(href)}" alt="The same page without and with it" width="656" height="240" loading="lazy">`;
    return `<tr class="shown"><td colspan="5"><details><summary>Without and with <code>${parameter}</code></summary>${image}</details></td></tr>\n`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = toSite(token.href);
      // Comments are for those who write the documents; an image is written as HTML for its width.
      if (token.type !== 'html') return;
      token.text = token.text
        .replaceAll(/<!--[\s\S]*?-->\s*/g, '')
        .replaceAll(/ src="([^"]+)"/g, (_: string, to: string) => ` src="${toSite(to)}"`);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text, anchors);
        const inner = this.parser.parseInline(tokens);
        if (depth === 2) contents.push({ anchor, title: plain(text) });
        return `<h${depth} id="${anchor}">${inner}<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        tabs += 1;
        const inLanguages = lang === 'sh' ? requestTabs(text, `request-${tabs}`) : undefined;
        if (inLanguages !== undefined) return inLanguages;
        const colored = highlightCode(text, lang);
        return colored !== undefined && `<pre><code>${colored}</code></pre>\n`;
      },
      tablerow({ text }) {
        const [, name] = /^<td><code>([\w.-]+)<\/code><\/td>/.exec(text) ?? [];
        if (name === undefined || !isReference || anchors.has(name)) return false;
        anchors.add(name);
        const linked = text
          .replace('<code>', `<a href="#${name}"><code>`)
          .replace('</code>', '</code></a>');
        return `<tr id="${name}">${linked}</tr>\n${imageRow(name)}`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = (await marked.parse(markdown)).replaceAll(
    /<table>[\s\S]*?<\/table>/g,
    (table) => `<div class="scroll">${table}</div>`,
  );
  const sections = sectionsOf(tokens, isReference);
  const title = sections.find(({ anchor }) => anchor !== '')?.heading ?? name;
  const first = tokens.find((token) => token.type === 'paragraph');
  const summary = /^.*?[.:](?=\s|$)/s.exec(plain(first?.raw ?? ''))?.[0] ?? '';
  return {
    name,
    title,
    summary,
    html,
    contents,
    markdown: twinOf(markdown, path),
    sections,
    links,
    anchors,
    files,
  };
}

/** The document as it is read in the site. */
function twinOf(markdown: string, path: string): string {
  const toTwin = (href: string) => placeInSite(href, path).place.replace(/\.html(?=#|$)/, '.md');
  return markdown
    .replaceAll(/<!--[\s\S]*?-->\n*/g, '')
    .replaceAll(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${toTwin(href)})`)
    .replaceAll(/ src="([^"]+)"/g, (_, href: string) => ` src="${toTwin(href)}"`);
}

/** The target of a link in the site. A file that is no document is copied under `files/`. */
function placeInSite(href: string, from: string): { place: string; file?: string } {
  if (/^(?:[a-z]+:|#)/.test(href)) return { place: href };
  const [path = '', anchor] = href.split('#');
  const { pathname } = new URL(path, `http://x/${from}`);
  const file = decodeURIComponent(pathname.slice(1));
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'README.md') return { place: `index.html${end}` };
  const [, name] = /^docs\/([\w-]+)\.md$/.exec(file) ?? [];
  return name === undefined ? { place: `files/${file}`, file } : { place: `${name}.html${end}` };
}

/** As on GitHub, where the documents are read as well. */
function anchorOf(heading: string, taken: Set<string>): string {
  const stem = plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  let anchor = stem;
  for (let number = 1; taken.has(anchor); number += 1) anchor = `${stem}-${number}`;
  taken.add(anchor);
  return anchor;
}

function sectionsOf(tokens: readonly Tokens.Generic[], isReference: boolean): Section[] {
  const taken = new Set<string>();
  const sections: Section[] = [{ heading: '', anchor: '', text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text } = token as Tokens.Heading;
      sections.push({ heading: plain(text), anchor: anchorOf(text, taken), text: '' });
    } else if (isReference && token.type === 'table') {
      sections.push(...rowsOf(token as Tokens.Table, taken));
    } else if (token.type !== 'html') {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plain(token.raw)}`.trim();
    }
  }
  return sections.filter(({ heading, text }) => heading !== '' || text !== '');
}

/** The rows of a table that describe a name, as sections. */
function rowsOf({ rows }: Tokens.Table, taken: Set<string>): Section[] {
  return rows.flatMap(([first, ...others]) => {
    const [, name] = /^`([\w.-]+)`$/.exec(first?.text ?? '') ?? [];
    if (name === undefined || taken.has(name)) return [];
    taken.add(name);
    return [{ heading: name, anchor: name, text: plain(others.map(({ text }) => text).join(' ')) }];
  });
}

/** The text, without the markup of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```\w*$/gm, '')
    .replaceAll(/[`*]|(?<!\w)_|_(?!\w)|^\|[-:| ]+\|$/gm, '')
    .replaceAll(/[\s|]+/g, ' ')
    .trim();
}
