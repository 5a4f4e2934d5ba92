/** Format of a response with several files: their URLs as JSON, or all of them in one body. */
export type Packaging = 'json' | 'zip' | 'multipart';

const packagings: Readonly<Record<string, Packaging>> = {
  'application/json': 'json',
  'application/zip': 'zip',
  'multipart/mixed': 'multipart',
};

/** The format that `Accept` prefers; JSON if it names none of them. */
export function readPackaging(accept: string | undefined): Packaging {
  let best: { packaging: Packaging; quality: number } | undefined;
  for (const range of (accept ?? '').toLowerCase().split(',', 50)) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const packaging = Object.hasOwn(packagings, type) ? packagings[type] : undefined;
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = q === undefined ? 1 : Number(q);
    if (packaging === undefined || !(quality > (best?.quality ?? 0))) continue;
    best = { packaging, quality };
  }
  return best?.packaging ?? 'json';
}
