import { RenderError } from '@tintype/contract';
import { callInPage, type PageHandle } from '@tintype/core';
import { pageCode } from './page-code.ts';

/**
 * The document as the server sent it, decoded as the browser decoded it; undefined when the document is no HTML, or when
 * the browser no longer has it.
 */
export async function readSource(page: PageHandle, maxChars: number): Promise<string | undefined> {
  const { type, encoding, url } = await callInPage(page, pageCode.documentSource);
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return undefined;
  let text: string;
  try {
    const { content, base64Encoded } = await page.session.send('Page.getResourceContent', {
      frameId: page.lease.frameId,
      url: url.replace(/#.*$/s, ''),
    });
    // Where only the bytes told the encoding, the browser gives bytes.
    text = base64Encoded
      ? new TextDecoder(encoding).decode(Buffer.from(content, 'base64'))
      : content;
  } catch (error) {
    if (error instanceof RenderError || page.deadline.signal.aborted) throw error;
    return undefined;
  }
  if (text.length > maxChars) {
    throw new RenderError(
      'response_too_large',
      `The HTML of the page is longer than ${maxChars} characters. Choose a part of it with selector.`,
    );
  }
  return encoding === 'UTF-8' ? text : declaringUtf8(text);
}

/** What is given away is UTF-8, so a declaration of anything else would be wrong. */
function declaringUtf8(text: string): string {
  return text.replace(
    /(<meta\b[^<>]*?\bcharset\s*=\s*["']?)[\w:.-]+/i,
    (_whole, before: string) => `${before}utf-8`,
  );
}
