import type { PageBlocks } from './page-blocks.ts';

/** Kinds of headings, by the part below them. */
const headingKinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'related',
    /related|similar|also (like|bought|viewed)|recommend|you may|you might|more from|complete the|pair|goes with|recently viewed|trending|popular|best ?sell|featured|explore/i,
  ],
  ['reviews', /review|rating|testimonial|what people|customers? (say|ask)|feedback/i],
  ['questions', /faq|questions|q ?& ?a|ask/i],
  [
    'details',
    /spec|detail|feature|dimension|technical|material|ingredient|size|fit\b|include|highlights|benefit/i,
  ],
  ['delivery', /shipping|return|deliver|warranty|payment|support|policy|help/i],
  ['description', /descri|about|overview|summary|introduc|what is|why|how/i],
  ['comments', /comment|repl|discussion|leave a/i],
  ['calls', /newsletter|subscribe|sign ?up|stay|follow|join|contact|download|get /i],
  ['controls', /filter|sort|categor|browse|shop by|refine|results|navigation|menu|contents/i],
  ['news', /latest|news|blog|articles|stories|posts|events|read/i],
];

/** Names of the headings' features: of the last one, then of the last of the first two levels. */
export const headingNames: readonly string[] = [
  ...headingKinds.map(([name]) => `under ${name}`),
  ...headingKinds.map(([name]) => `under main ${name}`),
  'kind of heading',
  'blocks since heading',
  'is like a heading',
];

/** Features of the headings over each block, one row after the other. */
export function describeHeadings({ blocks }: PageBlocks): Float32Array {
  const width = headingNames.length;
  const rows = new Float32Array(blocks.length * width);
  let last = headingKinds.map(() => 0);
  let main = last;
  let level = 0;
  let since = 0;
  for (const { box, text, words, index } of blocks) {
    const name = box.element.nodeName;
    const isHeading = /^(H[1-6]|SUMMARY|DT|LEGEND|CAPTION)$/.test(name);
    if (isHeading) {
      level = /^H[1-6]$/.test(name) ? Number(name[1]) : 7;
      last = headingKinds.map(([, pattern]) => (pattern.test(text.slice(0, 200)) ? 1 : 0));
      if (level <= 2) main = last;
      since = 0;
    }
    const isLike = !isHeading && words > 0 && words <= 6 && isTitled(box.element);
    rows.set([...last, ...main, level, since, isLike ? 1 : 0], index * width);
    since += 1;
  }
  return rows;
}

function isTitled(element: Element): boolean {
  return /title|heading|header|label|tab/i.test((element.getAttribute('class') ?? '').slice(0, 60));
}
