/**
 * Requests the icon from the page: with its user agent, and with the headers and credentials that
 * the request has for it. Servers that respond to every path return a page here, not an icon. If a
 * content security policy forbids `fetch`, an image may still load.
 */
export async function requestIcon(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { credentials: 'include' });
    const type = answer.headers.get('content-type') ?? '';
    const isText = /^\s*(?:text\/|application\/(?:json|xhtml))/i.test(type);
    return answer.ok && !isText && (await answer.arrayBuffer()).byteLength > 0;
  } catch {
    const image = new Image();
    image.src = url;
    return image.decode().then(
      () => true,
      () => false,
    );
  }
}
