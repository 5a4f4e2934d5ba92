import { ownParent } from '@tintype/core/in-page';
import { cleanText } from './page-text.ts';

/** The role of a button: part of the text, title of a part that it opens, or a control. */
export function buttonRole(element: Element): 'text' | 'title' | 'control' {
  const text = cleanText(element.textContent).replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return 'control';
  const parent = ownParent(element);
  // A button that opens a menu of links is its title.
  if (parent && Element.prototype.matches.call(parent, 'li:has(ul, ol)')) return 'text';
  const bars =
    'nav, body > header, [role=navigation], [role=banner], [role=toolbar], [role=menubar], [role=menu], [role=tablist]';
  if (element.closest(bars)) return 'control';
  if (opensPart(element)) return isSwitch(text) ? 'control' : 'title';
  if (isControlText(text)) return 'control';
  // Controls have labels, and some say them twice; what is longer is a sentence.
  const isLong = text.split(' ').length >= 9 || /[\u3040-\u9fff\uac00-\ud7af]{20}/.test(text);
  const blocks = 'h1, h2, h3, h4, h5, h6, p, li, pre, blockquote, table, dl';
  return isLong || element.querySelector(blocks) ? 'text' : 'control';
}

/** Returns whether a text names no part, only that something is shown or hidden. */
export function isSwitch(text: string): boolean {
  return /^(menu|more|read|see|load|view|select|search|share|show|hide|expand|collapse|toggle|open|close|navigation|language|settings|filters?|theme|sort|options)( (all|more|less|menu|navigation|nav|sidebar|search|options|filters|details|section|tab|contents|table of contents))?$/i.test(
    text,
  );
}

/** Returns whether a button shows and hides a part of the page, and not a menu. */
export function opensPart(element: Element): boolean {
  const popup = element.getAttribute('aria-haspopup');
  if (popup !== null && popup !== 'false') return false;
  if (element.hasAttribute('aria-expanded')) return true;
  const toggle = element.getAttribute('data-bs-toggle') ?? element.getAttribute('data-toggle');
  if (toggle !== null) return toggle === 'collapse';
  const names = (element.getAttribute('class') ?? '').toLowerCase();
  return /\b(accordion|collapsible|faq|disclosure|expander|opblock)/.test(names);
}

/** Returns whether a text describes the effect of a click, and not the subject of the page. */
export function isControlText(text: string): boolean {
  const verbs =
    /^(add|apply|back|cancel|clear|close|copied|copy|delete|dislike|dismiss|done|download|edit|embed|favou?rite|feedback|follow|fullscreen|like|listen|load|log|login|logout|menu|mute|navigation|next|ok|open|pause|play|pin|post|prev|previous|print|refresh|reload|reply|report|reset|retweet|save|search|send|share|show|sign|skip|sort|star|stop|submit|subscribe|theme|toggle|tweet|unfollow|upvote|view|watch)\b/i;
  const words = text.split(' ');
  const isCounted = (word: string) => /^[\d.,]+[km]?$/i.test(word);
  const said = words.filter((word) => !isCounted(word));
  return said.length <= 3 && (said.length === 0 || verbs.test(said.join(' ')));
}
