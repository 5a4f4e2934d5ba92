import TurndownService from 'turndown';
import { createConversion, type Conversion } from './conversion.ts';
import { finish } from './finish.ts';
import { markText } from './marks.ts';
import { normalise } from './normalise.ts';
import { trimmed } from './rules/blank-lines.ts';
import { addBlockRules } from './rules/blocks.ts';
import { addInlineRules, codeSpan } from './rules/inline.ts';
import { addListRules } from './rules/lists.ts';
import { addTableRules } from './rules/tables.ts';

/** Markdown (CommonMark, and GFM's tables, task lists, strikethrough). Changes the element. */
export function toMarkdown(root: Element): string {
  const conversion = createConversion();
  normalise(root);
  // turndown works on a copy; this document is used once.
  Object.defineProperty(root, 'cloneNode', { value: () => root });
  const page = root.ownerDocument.createElement('div');
  while (root.firstChild) page.append(root.firstChild);
  root.append(page);
  const turndown = createTurndown(conversion);
  // turndown's last step takes time quadratic in a run of spaces.
  let text = '';
  turndown.addRule('page', {
    filter: (node) => node === page,
    replacement(content) {
      text = content;
      return '';
    },
  });
  turndown.turndown(root as HTMLElement);
  return finish(trimmed(text).trimStart(), conversion.verbatim);
}

function createTurndown(conversion: Conversion): TurndownService {
  const turndown = new TurndownService({
    preformattedCode: true,
    blankReplacement: (_content, node) => {
      if (/^(TD|TH|TR|THEAD|TBODY|TFOOT|LI|DT|DD|CAPTION)$/.test(node.nodeName)) return '';
      if (node.nodeName === 'CODE') return codeSpan(node.textContent ?? '');
      return (node as unknown as { isBlock: boolean }).isBlock ? '\n\n' : '';
    },
  });
  turndown.escape = markText;
  addBlockRules(turndown, conversion);
  addInlineRules(turndown, conversion);
  addListRules(turndown, conversion);
  addTableRules(turndown, conversion);
  return turndown;
}
