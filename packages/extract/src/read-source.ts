import { RenderError } from '@tintype/contract';
import { callInPage, type PageHandle } from '@tintype/core';
import { pageCode } from './page-code.ts';

/** The text of a document, as the server sent it and the browser decoded it. */
interface SentText {
  text: string;
  encoding: string;
}

/** The HTML as sent and decoded; undefined for others, and if the browser no longer has it. */
export async function readSource(page: PageHandle, maxChars: number): Promise<string | undefined> {
  const sent = await readSent(page, maxChars, (type) =>
    /^(text\/html|application\/xhtml\+xml)$/.test(type),
  );
  // If a page replaces a PDF, the browser still has the file.
  if (!sent || sent.text.startsWith('%PDF-')) return undefined;
  return sent.encoding === 'UTF-8' ? sent.text : declaringUtf8(sent.text);
}

/** Returns the text of a document of a required type, if the browser still has it. */
export async function readSent(
  page: PageHandle,
  maxChars: number,
  isWanted: (type: string) => boolean,
): Promise<SentText | undefined> {
  const { type, encoding, url } = await callInPage(page, pageCode.documentSource);
  if (!isWanted(type)) return undefined;
  let text: string;
  try {
    const { content, base64Encoded } = await page.session.send('Page.getResourceContent', {
      frameId: page.lease.frameId,
      url: url.replace(/#.*$/s, ''),
    });
    // If only the bytes determined the encoding, the browser returns bytes.
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
      `The text of the page is longer than ${maxChars} characters. Choose a part of it with selector.`,
    );
  }
  return { text, encoding };
}

/** The result is UTF-8, so a declaration of anything else would be wrong. */
function declaringUtf8(text: string): string {
  return text.replace(
    /(<meta\b[^<>]*?\bcharset\s*=\s*["']?)[\w:.-]+/i,
    (_whole, before: string) => `${before}utf-8`,
  );
}
