import { ownAttribute, ownElements, ownParent } from '@tintype/core/in-page';

/** In closed parts of closed parts, no more than so many deep, is anything read. */
export const maxClosed = 3;

/** A closed part has at least this many letters and digits. */
export const fewestInPart = 10;

/** Ids of the elements that controls of the page show and hide; at most 2,000 controls. */
export function controlledIds(root: Element): Set<string> {
  const ids = new Set<string>();
  const controls =
    '[aria-controls], [data-bs-target], [data-target], [role=tab][href], [data-toggle][href], [data-bs-toggle][href], [aria-expanded][href]';
  for (const control of [...ownElements(root, controls)].slice(0, 2000)) {
    const popup = ownAttribute(control, 'aria-haspopup');
    if (popup !== null && popup !== 'false') continue;
    for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href']) {
      const written = (ownAttribute(control, name) ?? '').slice(0, 1000);
      if (name === 'href' && !written.startsWith('#')) continue;
      for (const id of written.split(/\s+/)) if (id) ids.add(id.replace(/^#/, ''));
    }
  }
  return ids;
}

/** Returns whether a hidden element is text to open: a tab's panel, an answer, not a menu. */
export function isClosedPart(element: Element, controlled: ReadonlySet<string>): boolean {
  const apart =
    'nav, footer, aside, dialog, body > header, [role=navigation], [role=banner], [role=contentinfo], [role=dialog], [role=alertdialog], [aria-modal], [role=menu], [role=listbox], [role=search], [role=tooltip], [role=alert], [role=status]';
  if (Element.prototype.closest.call(element, apart)) return false;
  const parent = ownParent(element);
  const names = [element, ...(parent ? [parent] : [])]
    .map((one) => `${ownAttribute(one, 'id') ?? ''} ${ownAttribute(one, 'class') ?? ''}`)
    .join(' ')
    .slice(0, 1000)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const others =
    /menu|modal|popup|pop-up|dialog|drawer|off-?canvas|dropdown|tooltip|cookie|consent|gdpr|cart|basket|search|login|sign-?in|newsletter|nav(?![a-z])|navbar|navigation|toast|overlay|lightbox|skeleton|loading|spinner|error|success|template/;
  if (others.test(names)) return false;
  const isTold =
    /^(tabpanel|region)$/.test(ownAttribute(element, 'role') ?? '') ||
    ownAttribute(element, 'hidden') === 'until-found' ||
    controlled.has(ownAttribute(element, 'id') ?? '') ||
    /accordion|faq|collaps|toggle|tab-?_?-?(pane|content|body|item)|(^|[\s_-])tabs?([\s_-]|$)|panel|answer|expand|disclos|read-?more|show-?more|more-?(text|content)|full-?(text|content|desc)|long-?desc/.test(
      names,
    );
  if (!isTold) return false;
  const text = element.textContent;
  const letters = text.slice(0, 100_000).replace(/[^\p{L}\p{N}]+/gu, '').length;
  if (letters < fewestInPart) return false;
  let linked = 0;
  for (const link of [...ownElements(element, 'a')].slice(0, 1000))
    linked += link.textContent.trim().length;
  return linked < text.replace(/\s+/g, ' ').length * 0.6;
}
