import { ownOf } from '../../../page/in-page/own-nodes.ts';
/** Returns the URLs of images in the styles of an element and its pseudo-elements. */
export function styleImages(element: Element): string[] {
  const found: string[] = [];
  for (const pseudo of [undefined, '::before', '::after']) {
    const style = getComputedStyle(element, pseudo);
    if (pseudo !== undefined && (style.content === 'none' || style.content === 'normal')) continue;
    const listed = element.localName === 'li' ? style.listStyleImage : '';
    const values = `${style.backgroundImage} ${style.maskImage} ${style.borderImageSource} ${style.content} ${listed}`;
    if (!values.includes('url(')) continue;
    for (const [, url = ''] of values.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)) {
      // A fragment alone names a mask or a filter inside the document.
      if (!/^(?:data:|blob:|#|$)/.test(url)) found.push(url);
    }
  }
  return found;
}

/** Returns whether a resource of this URL has loaded, or failed. */
export function hasCome(owner: Document, url: string): boolean {
  const { performance } = ownOf(owner, 'defaultView') ?? window;
  const [withoutFragment = ''] = url.split('#');
  return [url, withoutFragment].some(
    (name) => performance.getEntriesByName(name, 'resource').length > 0,
  );
}
