import { oneLine } from '../tree.ts';

/** TeX of a formula: what the page gave, else written from the MathML. */
export function texOf(math: Element): string {
  const given = math.getAttribute('alttext');
  const tex = given ?? write(math);
  const inner = /^\{\\(?:displaystyle|textstyle) ([^]*)\}$/.exec(tex.trim())?.[1] ?? tex;
  return oneLine(inner);
}

const operators: Record<string, string> = {
  '×': '\\times ',
  '÷': '\\div ',
  '±': '\\pm ',
  '∓': '\\mp ',
  '⋅': '\\cdot ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '∂': '\\partial ',
  '∇': '\\nabla ',
  '→': '\\to ',
  '∈': '\\in ',
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
};

/** Signs above a letter. */
const accents: Record<string, string> = {
  '¯': 'bar',
  '‾': 'overline',
  '^': 'hat',
  '~': 'tilde',
  '˙': 'dot',
  '¨': 'ddot',
  '→': 'vec',
  '⏞': 'overbrace',
};

const group = (node: Node | undefined) => (node ? `{${write(node)}}` : '{}');

function write(node: Node): string {
  if (node.nodeType === 3) {
    return (node.nodeValue ?? '').trim().replace(/./gu, (char) => operators[char] ?? char);
  }
  if (node.nodeType !== 1) return '';
  const parts = [...node.childNodes].filter((child) => child.nodeType === 1);
  const [base, second, third] = parts;
  // Written only where it is needed: a part written twice at each level doubles the time per level.
  const baseText = () => (base ? write(base) : '');
  switch (node.nodeName.toLowerCase()) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mfrac':
      if ((node as Element).getAttribute('linethickness')?.startsWith('0')) {
        return `\\genfrac{}{}{0pt}{}${group(base)}${group(second)}`;
      }
      return `\\frac${group(base)}${group(second)}`;
    case 'msqrt':
      return `\\sqrt{${writeAll(node)}}`;
    case 'mroot':
      return `\\sqrt[${second ? write(second) : ''}]${group(base)}`;
    case 'msup':
      return `${wrapped(baseText())}^${group(second)}`;
    case 'mover': {
      const accent = accents[(second?.textContent ?? '').trim()];
      if (accent) return `\\${accent}${group(base)}`;
      return `\\overset${group(second)}${group(base)}`;
    }
    case 'msub':
    case 'munder':
      return `${wrapped(baseText())}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${wrapped(baseText())}_${group(second)}^${group(third)}`;
    case 'mtr':
      return `${parts.map(write).join(' & ')} \\\\ `;
    case 'mtable':
      return `\\begin{matrix} ${writeAll(node).replace(/ \\\\ $/, '')} \\end{matrix}`;
    case 'mtext':
      return `\\text{${node.textContent ?? ''}}`;
    case 'mspace':
      return ' ';
    case 'mi': {
      const name = writeAll(node);
      return name.length > 1 && /^[a-z]+$/i.test(name) ? `\\operatorname{${name}} ` : name;
    }
    default:
      return writeAll(node);
  }
}

function writeAll(node: Node): string {
  return [...node.childNodes].map(write).join('');
}

/** The operand of a sign must be one piece. */
function wrapped(text: string): string {
  return text.length > 1 && !/^\\[a-z]+ ?$/.test(text) ? `{${text}}` : text;
}
