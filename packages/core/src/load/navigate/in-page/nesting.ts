import { ownOf } from '../../../page/in-page/own-nodes.ts';
/** Runs in an isolated world. */
export function reportNesting(name: string, depth: number, frames: number): void {
  // Before anything lays out what a script made; an observer costs by depth.
  const observer = new MutationObserver(() => reportIfDeeper(name, depth));
  observer.observe(document, { childList: true, subtree: true });
  // The end of parsing lays the page out, and so does each frame after its callbacks.
  document.addEventListener('readystatechange', () => {
    reportIfDeeper(name, depth);
    if (ownOf(document, 'readyState') === 'complete') observer.disconnect();
  });
  reportBeforeFrames(name, depth, frames);
}

export function reportBeforeFrames(name: string, depth: number, left: number): void {
  requestAnimationFrame(() => {
    reportIfDeeper(name, depth);
    if (left > 1) reportBeforeFrames(name, depth, left - 1);
  });
}

export function reportIfDeeper(name: string, depth: number): void {
  if (!isNestedDeeper(depth)) return;
  // Empties the document: a dialog or a message lays it out first.
  Document.prototype.replaceChildren.call(document);
  alert(name);
}

/** Returns whether some element of the document has more than this many ancestors. */
export function isNestedDeeper(than: number): boolean {
  // An image of that name would take the place of the method.
  const walker = Document.prototype.createTreeWalker.call(document, document, 1);
  let depth = 0;
  for (;;) {
    if (walker.firstChild()) {
      depth += 1;
      if (depth > than) return true;
      continue;
    }
    while (!walker.nextSibling()) {
      if (!walker.parentNode()) return false;
      depth -= 1;
    }
  }
}
