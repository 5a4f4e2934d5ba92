import type TurndownService from 'turndown';
import type { Conversion } from '../conversion.ts';
import { summaryBox } from '../box-blocks.ts';
import { noteLabel } from '../gather-notes.ts';
import { marks } from '../marks.ts';
import { isInside } from '../tree.ts';
import { beginsBlock, isLine, sealed, trimmed } from './blank-lines.ts';
import { languageOf } from './languages.ts';

/** Paragraphs, headings, quotes, listings and other blocks. */
export function addBlockRules(turndown: TurndownService, conversion: Conversion): void {
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      const lines = content.split('\n').map((line) => line.trim());
      const text = lines.filter(Boolean).join(' ');
      if (text === '') return '';
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${text}\n\n`;
    },
  });
  turndown.addRule('blockquote', {
    filter: 'blockquote',
    replacement(content) {
      const text = sealed(trimmed(content));
      return text === '' ? '' : `\n\n${text.replace(/^/gm, '> ')}\n\n`;
    },
  });
  turndown.addRule('listing', {
    filter: 'pre',
    replacement(_content, node) {
      const code = withoutBlankEnds(node.textContent ?? '');
      if (code === '') return '';
      return `\n\n${keep(conversion, fenced(code, languageOf((node as Element).getAttribute('class') ?? '')))}\n\n`;
    },
  });
  turndown.addRule('rule', {
    filter: 'hr',
    // As the first thing of an item, dashes or stars would be read together with its marker.
    replacement: (_content, node) => `\n\n${isInside(node, /^(LI|D[TD])$/) ? '___' : '---'}\n\n`,
  });
  turndown.addRule('note', {
    filter: (node) => node.nodeName === 'DIV' && node.hasAttribute(noteLabel),
    replacement(content, node) {
      const text = trimmed(content);
      const start = beginsBlock(text) ? '\n\n' : ' ';
      const note = sealed(start + text).replaceAll('\n', '\n    ');
      return `\n\n[^${(node as Element).getAttribute(noteLabel) ?? ''}]:${note}\n\n`;
    },
  });
  turndown.addRule('reference', {
    filter: (node) => node.nodeName === 'SPAN' && node.hasAttribute(noteLabel),
    replacement: (_content, node) => `[^${(node as Element).getAttribute(noteLabel) ?? ''}]`,
  });
  turndown.addRule('summary', {
    filter: (node) => node.hasAttribute(summaryBox),
    replacement(content) {
      const text = content.trim();
      return `\n\n${text !== '' && isLine(text) ? marks.strongOpen + text + marks.strongClose : text}\n\n`;
    },
  });
}

/** Lines keep the spaces that they end with; blank ones around them say nothing. */
function withoutBlankEnds(text: string): string {
  const code = text.replace(/^\n+/, '');
  const end = code.trimEnd();
  return end === '' ? '' : end + (/^[ \t]*/.exec(code.slice(end.length))?.[0] ?? '');
}

/** Puts a text aside that nothing may change any more. */
export function keep(conversion: Conversion, text: string): string {
  conversion.verbatim.push(text);
  return `${marks.verbatim}${conversion.verbatim.length - 1}${marks.verbatim}`;
}

function fenced(code: string, language: string): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}
