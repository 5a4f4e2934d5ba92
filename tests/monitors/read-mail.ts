/** Parts of an e-mail of a monitor. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  /** The attached image. */
  image: Buffer | undefined;
}

/** Reads an e-mail in the form in which it was received. */
export function readMail(message: string): Mail {
  const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(message)?.[1] ?? '';
  const part = (type: string) =>
    new RegExp(`^Content-Type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`, 'm').exec(message)?.[1];
  const image = part('image/jpeg');
  return {
    id: header('Message-ID'),
    subject: header('Subject'),
    text: (part('text/plain') ?? '').replaceAll('=\r\n', '').replaceAll('\r\n', '\n'),
    image: image === undefined ? undefined : Buffer.from(image, 'base64'),
  };
}
