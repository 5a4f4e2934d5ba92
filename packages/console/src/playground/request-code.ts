import { toQuery } from './form-info.ts';
import { httpLanguages, type HttpRequest } from './http-code.ts';

export interface CodeRequest {
  kind: string;
  parameters: Readonly<Record<string, unknown>>;
  origin: string;
  extension: string;
}

/** Parameters that may be JSON of objects and lists. */
const jsonNames: ReadonlySet<string> = new Set(['steps', 'secrets']);

/** Returns parameters for code: steps as a list, and placeholders instead of secrets. */
export function shownParameters(
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const read = jsonNames.has(name) ? parsed(value) : value;
      if (name !== 'secrets') return [name, read];
      const names = typeof read === 'object' && read ? Object.keys(read) : [];
      return [name, Object.fromEntries(names.map((one) => [one, '...']))];
    }),
  );
}

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}

/** Returns parameters of which none is an object, for queries and flags. */
function asTexts(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      jsonNames.has(name) && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  );
}

function httpRequest({ kind, parameters, origin, extension }: CodeRequest): HttpRequest {
  const url = `${origin}/v1/${kind}`;
  return { method: 'POST', url, body: parameters, file: `page.${extension}` };
}

/** Code of a request in several languages, by name. The reader fills in the access key. */
export const languages: Readonly<Record<string, (request: CodeRequest) => string>> = {
  curl: ({ kind, parameters, origin, extension }) =>
    [
      `curl -o ${quoteShell(`page.${extension}`)} ${quoteShell(`${origin}/v1/${kind}`)} \\`,
      `  -H "X-Access-Key: $TINTYPE_ACCESS_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoteShell(JSON.stringify(parameters))}`,
    ].join('\n'),
  TypeScript: ({ kind, parameters, origin, extension }) =>
    `import { writeFile } from 'node:fs/promises';
import { createClient } from '@tintype/client';

const client = createClient({
  baseUrl: ${JSON.stringify(origin)},
  accessKey: process.env.TINTYPE_ACCESS_KEY,
});
const { ${textKinds.has(kind) ? 'text' : 'body'} } = await client.${/^\w+$/.test(kind) ? `${kind}(` : `render('${kind}', `}${JSON.stringify(parameters, null, 2)});
await writeFile(${JSON.stringify(`page.${extension}`)}, ${textKinds.has(kind) ? 'text' : 'body'});`,
  Python: (request) => httpLanguages.Python(httpRequest(request)),
  PHP: (request) => httpLanguages.PHP(httpRequest(request)),
  'Command line': ({ kind, parameters: { secrets, ...others }, extension }) => {
    const { url = '-', ...flags } = asTexts(others);
    const words = Object.entries(flags).flatMap(([name, value]) =>
      [value].flat().map((one) => flagOf(name, one)),
    );
    if (secrets !== undefined) words.push('--secrets secrets.json');
    const command = [
      `tintype ${kind} ${quoteShell(String(url))}`,
      ...words,
      `-o ${quoteShell(`page.${extension}`)}`,
    ].join(' \\\n  ');
    // Secrets in a command would be in the history of the shell.
    return secrets === undefined
      ? command
      : `# secrets.json: ${JSON.stringify(secrets)}\n${command}`;
  },
  'Signed link': ({ kind, parameters: { secrets, ...others }, origin }) =>
    `// For <img src>: the signature protects the link from changes. The secret key stays on your server.
${secrets === undefined ? '' : '// Secrets are omitted, as anyone can read them in a link: log in with a session.\n'}const client = createClient({
  baseUrl: ${JSON.stringify(origin)},
  accessKey: process.env.TINTYPE_ACCESS_KEY,
  secretKey: process.env.TINTYPE_SECRET_KEY,
});
client.signedUrl('${kind}', ${JSON.stringify(others, null, 2)});`,
  Task: ({ kind, parameters, origin }) =>
    [
      `curl ${quoteShell(`${origin}/v1/tasks`)} \\`,
      `  -H "X-Access-Key: $TINTYPE_ACCESS_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoteShell(
        JSON.stringify({
          name: 'My task',
          api: kind,
          query: toQuery(asTexts(parameters)),
          frequency: 'every_day',
        }),
      )}`,
    ].join('\n'),
};

const textKinds: ReadonlySet<string> = new Set(['scrape']);

/** Quotes a word for a shell: nothing in it is expanded. */
function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function flagOf(name: string, value: unknown): string {
  const flag = `--${name.replaceAll('_', '-')}`;
  if (value === true) return flag;
  return value === false ? flag.replace('--', '--no-') : `${flag} ${quoteShell(String(value))}`;
}
