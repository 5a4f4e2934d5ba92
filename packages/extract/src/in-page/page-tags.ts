import { buttonRole, isControlText, opensPart } from './page-buttons.ts';
import { codeHtml } from './code-blocks.ts';
import { imageHtml, mediaHtml } from './page-media.ts';
import { cleanText, escapeAttribute, titleAttribute, webAddress } from './page-text.ts';
import type { Frame, VisibleOptions } from './visible-types.ts';

/** Elements that are read in one piece, or not at all. */
export function leafHtml(
  element: Element,
  name: string,
  style: CSSStyleDeclaration,
  parent: Frame,
  shown: boolean,
  options: VisibleOptions,
): string | undefined {
  switch (name) {
    case 'br':
    case 'hr':
      return `<${name}>`;
    case 'wbr':
      return '';
    case 'img':
      return shown ? imageHtml(element as HTMLImageElement, options.ownHost) : '';
    case 'input': {
      const { type, checked } = element as HTMLInputElement;
      if (!shown || type !== 'checkbox' || !element.closest('li')) return '';
      return `<input type="checkbox"${checked ? ' checked' : ''}>`;
    }
    case 'svg':
    case 'canvas':
    case 'select':
    case 'textarea':
    case 'progress':
    case 'meter':
      return '';
    case 'a': {
      // A sign beside a heading that leads to the heading itself.
      const isSign = parent.inHeading && !/[\p{L}\p{N}]/u.test(element.textContent);
      return isSign && !element.querySelector('img') ? '' : undefined;
    }
    case 'button':
      return parent.inHeading || buttonRole(element) !== 'control' ? undefined : '';
    case 'video':
    case 'audio':
    case 'iframe':
    case 'frame':
    case 'embed':
    case 'object': {
      const link = shown ? mediaHtml(element, name, options.ownHost) : '';
      // Its fallback is shown if it leads nowhere.
      return link === '' && name === 'object' ? undefined : link;
    }
    case 'pre':
      return codeHtml(element as HTMLElement);
    case 'code':
      return style.display === 'block' && /\n/.test(element.textContent)
        ? codeHtml(element as HTMLElement)
        : undefined;
    default: {
      if (element.getAttribute('role') !== 'button' || parent.inHeading) return undefined;
      const text = cleanText(element.textContent).trim();
      const isPlain = name !== 'a' && element.firstElementChild === null && !opensPart(element);
      return isPlain && !/\s/.test(text) && isControlText(text) ? '' : undefined;
    }
  }
}

/** The tags for an element: its own if they have a meaning, else those of its box. */
export function tagsFor(
  element: Element,
  name: string,
  style: CSSStyleDeclaration,
  parent: Frame,
  options: VisibleOptions,
): [open: string, close: string] {
  const { display } = style;
  const isBox = !/^(inline|contents|ruby)/.test(display);
  const floats = style.float !== 'none';
  const besides = isBox && !floats && (parent.isFlex || /absolute|fixed/.test(style.position));
  if (parent.depth >= options.maxDepth) return isBox ? ['<br>', ''] : ['', ''];
  if (/^(b|strong|i|em|code|kbd|samp|tt|del|s|strike|sub|sup|q|ruby|rt|rp|a)$/.test(name)) {
    const [open, close] = inlineTags(element, name, options);
    const gap = hasGap(style, display);
    if (besides || gap) return [` ${open}`, `${close} `];
    return isBox && !floats ? [`<div>${open}`, `${close}</div>`] : [open, close];
  }
  const level = element.getAttribute('role') === 'heading' && element.getAttribute('aria-level');
  if (level) {
    const heading = `h${Math.min(6, Math.max(1, Number.parseInt(level, 10) || 2))}`;
    return [`<${heading}>`, `</${heading}>`];
  }
  if (/^(h[1-6]|ul|ol|menu|li|dl|dt|dd|blockquote|t[drh]|tbody|thead|tfoot|table)$/.test(name)) {
    return [`<${name}${attributesFor(element, name)}>`, `</${name}>`];
  }
  if (name === 'button' && !parent.inHeading && buttonRole(element) === 'title') {
    return ['<summary>', '</summary>'];
  }
  if (/^(caption|figure|figcaption|details|summary)$/.test(name))
    return [`<${name}>`, `</${name}>`];
  const isDivision =
    /^(p|div|article|section|main|nav|header|footer|aside|address|fieldset|legend)$/.test(name);
  if (isDivision && isBox) return [`<${name}${namesOf(element)}>`, `</${name}>`];
  if (besides || (display.startsWith('inline-') && (isDivision || hasGap(style, display)))) {
    return [' ', ' '];
  }
  return isBox && !floats ? [`<div${namesOf(element)}>`, '</div>'] : ['', ''];
}

/** Returns whether an inline box keeps a distance to its neighbours, as a space would. */
export function hasGap(style: CSSStyleDeclaration, display: string): boolean {
  if (!display.startsWith('inline')) return false;
  const { marginLeft, marginRight, paddingLeft, paddingRight } = style;
  return [marginLeft, marginRight, paddingLeft, paddingRight].some(
    (length) => Number.parseFloat(length) >= 2,
  );
}

export function inlineTags(
  element: Element,
  name: string,
  { ownHost }: VisibleOptions,
): [open: string, close: string] {
  if (name !== 'a') return [`<${name}${name === 'code' ? namesOf(element) : ''}>`, `</${name}>`];
  const address = webAddress(element, 'href', ownHost);
  if (address === '') return ['', ''];
  const title = titleAttribute(element, element.textContent);
  return [`<a href="${escapeAttribute(address)}"${title}${noteAttribute(element)}>`, '</a>'];
}

/** Returns the attribute of a link to a note, or from a note back to its reference. */
export function noteAttribute(link: Element): string {
  const hash = link.getAttribute('href') ?? '';
  if (!/^#.{1,100}$/.test(hash)) return '';
  const names = `${link.getAttribute('class') ?? ''} ${link.getAttribute('role') ?? ''}`;
  const text = link.textContent.trim();
  if (/back-?(ref|link)|footnote-back/.test(names) || /^(?:[↩↑^⤴⬆↵]\ufe0e?\ufe0f?)+$/.test(text)) {
    return ' data-back=""';
  }
  const isReference = link.closest('sup') !== null || /footnote|noteref/.test(names);
  const isSign = /^[[(]?[\w*†‡§]{1,8}[\])]?$/.test(text);
  return isReference && isSign ? ` data-note="${escapeAttribute(hash.slice(1))}"` : '';
}

/** Names by which an article's own parts are recognised. */
export function namesOf(element: Element): string {
  const { id } = element;
  const names = element.getAttribute('class');
  return `${typeof id === 'string' && id ? ` id="${escapeAttribute(id)}"` : ''}${names ? ` class="${escapeAttribute(names)}"` : ''}`;
}

export function attributesFor(element: Element, name: string): string {
  const known: Record<string, readonly string[]> = {
    ol: ['start'],
    li: ['value', 'id'],
    table: ['role', 'class'],
    td: ['colspan', 'rowspan', 'align', 'class'],
    th: ['colspan', 'rowspan', 'align', 'class'],
  };
  let text = '';
  for (const attribute of known[name] ?? []) {
    const aligned = attribute === 'align' && (element as HTMLElement).style.textAlign;
    const value = aligned || element.getAttribute(attribute);
    if (value) text += ` ${attribute}="${escapeAttribute(value)}"`;
  }
  return text;
}
