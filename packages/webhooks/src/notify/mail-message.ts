import type { EventText } from '@tintype/contract';

/** An e-mail, as the outbox stores it. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  /** Web address of the image, which is attached, or linked if it is public. */
  image?: string;
  isPublic?: boolean;
}

/** Writes an e-mail without its image: that is attached when the e-mail is sent. */
export function mailMessage(
  { title, lines, page, image }: EventText,
  isPublic = true,
): MailMessage {
  const links = [page, isPublic ? image : undefined].filter((link) => link !== undefined);
  return {
    subject: title,
    text: `${[title, '', ...lines, '', ...links].join('\n')}\n`,
    html: [
      `<h2>${html(title)}</h2>`,
      ...lines.map((line) => `<p>${html(line)}</p>`),
      ...(page === undefined ? [] : [`<p><a href="${html(page)}">${html(page)}</a></p>`]),
    ].join('\n'),
    ...(image !== undefined && { image, isPublic }),
  };
}

/** Content id of an attached image. */
export const imageId = 'image@tintype';

/** Returns the HTML of an e-mail with its image, attached or linked. */
export function htmlWithImage({ html: text, image, isPublic }: MailMessage, isAttached: boolean) {
  const source = isAttached ? `cid:${imageId}` : isPublic ? image : undefined;
  if (source === undefined) return text;
  return `${text}\n<p><img src="${html(source)}" alt="Image of the page" style="max-width:100%"></p>`;
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
