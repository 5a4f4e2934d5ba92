import type { EventText } from '@tintype/contract';

/** An e-mail, as the outbox stores it. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

/** Writes an e-mail. The image is linked: it is loaded if the reader's program loads images. */
export function mailMessage({ title, lines, page, image }: EventText): MailMessage {
  const links = [page, image].filter((link) => link !== undefined);
  return {
    subject: title,
    text: `${[title, '', ...lines, '', ...links].join('\n')}\n`,
    html: [
      `<h2>${html(title)}</h2>`,
      ...lines.map((line) => `<p>${html(line)}</p>`),
      ...(page === undefined ? [] : [`<p><a href="${html(page)}">${html(page)}</a></p>`]),
      ...(image === undefined
        ? []
        : [`<p><img src="${html(image)}" alt="Image of the page" style="max-width:100%"></p>`]),
    ].join('\n'),
  };
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
