/** Text that Markdown writes with other letters: formulas, and parentheses of ruby. */
const unsaid = /^(MATH|RP|SCRIPT|STYLE|TEMPLATE|TEXTAREA)$/;

/** Destination of a link or an image; not behind an escaped bracket. */
const addresses = /(?<=(?<!\\)\])\((?:[^()\s\\]|\\.|\((?:[^()\s\\]|\\.)*\))*\)/g;

/** Characters, each with how often it comes. */
export type Letters = ReadonlyMap<string, number>;

export function lettersOf(root: Element): Letters {
  const letters = new Map<string, number>();
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeType === 3) count(node.nodeValue ?? '', letters);
    else if (!unsaid.test(node.nodeName))
      for (let child = node.firstChild; child; child = child.nextSibling) stack.push(child);
  }
  return letters;
}

/** Returns the share of letters that the Markdown lacks, 0 to 1, without those in URLs. */
export function lostShare(letters: Letters, markdown: string): number {
  const written = new Map<string, number>();
  count(markdown.replace(addresses, ''), written);
  let all = 0;
  let lost = 0;
  for (const [letter, times] of letters) {
    if (!isLetter.test(letter)) continue;
    all += times;
    lost += Math.max(0, times - (written.get(letter) ?? 0));
  }
  return all === 0 ? 0 : lost / all;
}

function count(text: string, letters: Map<string, number>): void {
  for (const letter of text) letters.set(letter, (letters.get(letter) ?? 0) + 1);
}

const isLetter = /[\p{L}\p{N}]/u;
