/** Requests the icon from the page, with its headers; as an image if `fetch` is forbidden. */
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
