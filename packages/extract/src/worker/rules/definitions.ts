import type { Conversion } from '../conversion.ts';
import { marks } from '../marks.ts';
import { closedUp, isLine, sealed } from './blank-lines.ts';

/** Terms in strong letters, each with what it means; Markdown has no such list. */
export function definitions(node: Element, conversion: Conversion): string {
  const groups: { terms: string[]; meanings: string[] }[] = [];
  const entries = [...node.children].flatMap((child) =>
    child.nodeName === 'DIV' ? [...child.children] : [child],
  );
  for (const entry of entries) {
    const text = conversion.parts.get(entry) ?? '';
    const content = closedUp(text, conversion) ?? text;
    if (content === '') continue;
    const last = groups.at(-1);
    if (entry.nodeName === 'DT') {
      if (last && last.meanings.length === 0) last.terms.push(content);
      else groups.push({ terms: [content], meanings: [] });
    } else if (last) last.meanings.push(content);
    else groups.push({ terms: [], meanings: [content] });
  }
  const isList = groups.some(({ terms, meanings }) => terms.length > 0 && meanings.length > 0);
  const isTight = isList && groups.every(({ terms }) => terms.length > 0);
  const texts = groups.map((group) => {
    const text = definition(group, isList);
    return isList && group.terms.length > 0 ? sealed(text) : text;
  });
  return isTight ? sealed(texts.join('\n')) : texts.join('\n\n');
}

function definition(
  { terms, meanings }: { terms: string[]; meanings: string[] },
  isList: boolean,
): string {
  const bold = terms.map((term) =>
    isLine(term) ? marks.strongOpen + term + marks.strongClose : term,
  );
  const [meaning] = meanings;
  if (!isList || terms.length === 0) return [...bold, ...meanings].join('\n\n');
  const isShort = terms.every(isLine);
  const term = isShort ? bold.join(', ') : indented(bold.join('\n\n'), '  ').trimStart();
  if (meaning === undefined) return `- ${term}`;
  if (meanings.length === 1 && isShort && isLine(meaning)) return `- ${term}: ${meaning}`;
  if (meanings.length === 1) return `- ${term}\n\n${indented(meaning, '  ')}`;
  return `- ${term}${isShort ? '\n' : '\n\n'}${meanings.map((one) => `  - ${indented(one, '    ').trimStart()}`).join('\n')}`;
}

/** Text behind a marker of this width. */
export function indented(text: string, pad: string): string {
  return text.replace(/^(?=.)/gm, pad);
}
