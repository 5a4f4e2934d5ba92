import { Element, Node, parseHTML } from 'linkedom/worker';

/** The page as {@link convert} gets it. */
export interface PageSource {
  /** The inside of the body. */
  html: string;
  title: string;
  language: string;
  url: string;
}

interface NamedDocument extends Document {
  /** Node names of elements, by local name. */
  names?: Map<string, string>;
}

// linkedom adds each node and attribute to a WeakMap of listeners, all visited by the collector.
Object.setPrototypeOf(Node.prototype.constructor, class {});

Object.defineProperties(Element.prototype, {
  // linkedom converts the name at each access.
  nodeName: {
    get(this: Element) {
      const names = ((this.ownerDocument as NamedDocument).names ??= new Map());
      const known = names.get(this.localName);
      if (known === undefined) names.set(this.localName, this.tagName);
      return known ?? this.tagName;
    },
  },
  // linkedom stores classes as a set, and joins them at each access.
  className: {
    get(this: Element) {
      return this.getAttributeNode('class')?.value ?? '';
    },
    set(this: Element, text: string) {
      const own = this.getAttributeNode('class') ?? this.ownerDocument.createAttribute('class');
      own.value = [...new Set(text.split(/\s+/))].filter(Boolean).join(' ');
      if (!own.ownerElement) this.setAttributeNode(own);
    },
  },
});

/** Parses a page. Its document shares nothing with any other. */
export function parsePage({ html, title, language }: PageSource): Document {
  const lang = language === '' ? '' : ` lang="${escape(language)}"`;
  const { document } = parseHTML(
    `<!doctype html><html${lang}><head><title>${escape(title)}</title></head><body>${html}</body></html>`,
  );
  return document;
}

export function escape(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
