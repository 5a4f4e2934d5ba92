import { readCurl, type HttpRequest } from './curl-request.ts';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';

// The console is compiled as a project of its own.
const playground = (name: string): Promise<unknown> =>
  import(String(new URL(`../../packages/console/src/playground/${name}`, import.meta.url)));
const { httpLanguages } = (await playground('http-code.ts')) as {
  httpLanguages: Record<'TypeScript' | 'Python' | 'PHP', (request: HttpRequest) => string>;
};
const { languages } = (await playground('request-code.ts')) as {
  languages: Record<string, (request: object) => string>;
};

const kinds: ReadonlySet<string> = new Set([
  'screenshot',
  'screencast',
  'pdf',
  'scrape',
  'archive',
]);
const highlighted = { curl: 'sh', TypeScript: 'ts', Python: 'python', PHP: 'php' } as const;

/** Returns a curl command with the same request in other languages; undefined for other code. */
export function requestTabs(block: string, id: string): string | undefined {
  const request = readCurl(block);
  if (request === undefined) return undefined;
  const { origin, pathname } = new URL(request.url);
  const kind = pathname.replace('/v1/', '');
  const { body, file } = request;
  // A file is a render: our client is shorter than a request of one's own.
  const isRender = kinds.has(kind) && file !== undefined && body !== undefined;
  const extension = file?.split('.').at(-1) ?? '';
  const codes = {
    curl: block,
    TypeScript:
      (isRender &&
        languages['TypeScript']?.({
          kind,
          origin,
          extension,
          parameters: body as Record<string, unknown>,
        })) ||
      httpLanguages.TypeScript(request),
    Python: httpLanguages.Python(request),
    PHP: httpLanguages.PHP(request),
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  const tabs = names.map(
    (name, at) =>
      `<input type="radio" name="${id}" id="${id}-${at}"${at === 0 ? ' checked' : ''}><label for="${id}-${at}">${name}</label>`,
  );
  const panels = names.map((name) => {
    const code = highlightCode(codes[name], highlighted[name]) ?? escapeHtml(codes[name]);
    return `<pre><code>${code}</code></pre>`;
  });
  return `<div class="tabs">${tabs.join('')}${panels.join('')}</div>\n`;
}
