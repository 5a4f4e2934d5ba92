/** A request to the HTTP interface. The reader fills in the access key. */
export interface HttpRequest {
  method: string;
  url: string;
  /** JSON of the body. */
  body?: unknown;
  /** File for the response; without it, the response is printed. */
  file?: string;
}

/** Code of a request in several languages, without a client of Tintype. */
export const httpLanguages = {
  TypeScript: ({ method, url, body, file }: HttpRequest) => {
    const headers = [
      `    'X-Access-Key': process.env.TINTYPE_ACCESS_KEY ?? '',`,
      ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
    ];
    const lines = [
      ...(file === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
      `const answer = await fetch(${JSON.stringify(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
      '  headers: {',
      ...headers,
      '  },',
      ...(body === undefined
        ? []
        : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
      '});',
      'if (!answer.ok) throw new Error(await answer.text());',
      file === undefined
        ? 'console.log(await answer.text());'
        : `await writeFile(${JSON.stringify(file)}, new Uint8Array(await answer.arrayBuffer()));`,
    ];
    return lines.join('\n');
  },
  Python: ({ method, url, body, file }: HttpRequest) =>
    [
      'import os',
      'import requests',
      '',
      `answer = requests.${method.toLowerCase()}(`,
      `    ${JSON.stringify(url)},`,
      '    headers={"X-Access-Key": os.environ["TINTYPE_ACCESS_KEY"]},',
      ...(body === undefined ? [] : [`    json=${python(body)},`]),
      ')',
      'answer.raise_for_status()',
      file === undefined
        ? 'print(answer.text)'
        : `open(${JSON.stringify(file)}, "wb").write(answer.content)`,
    ].join('\n'),
  PHP: ({ method, url, body, file }: HttpRequest) =>
    [
      '<?php',
      `$request = curl_init(${php(url)});`,
      'curl_setopt_array($request, [',
      ...phpMethod(method),
      '    CURLOPT_RETURNTRANSFER => true,',
      '    CURLOPT_FAILONERROR => true,',
      '    CURLOPT_HTTPHEADER => [',
      ...(body === undefined ? [] : [`        'Content-Type: application/json',`]),
      `        'X-Access-Key: ' . getenv('TINTYPE_ACCESS_KEY'),`,
      '    ],',
      ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${php(JSON.stringify(body))},`]),
      ']);',
      file === undefined
        ? 'echo curl_exec($request);'
        : `file_put_contents(${php(file)}, curl_exec($request));`,
    ].join('\n'),
} as const;

function phpMethod(method: string): string[] {
  if (method === 'GET') return [];
  return [
    method === 'POST'
      ? '    CURLOPT_POST => true,'
      : `    CURLOPT_CUSTOMREQUEST => ${php(method)},`,
  ];
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

function php(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

function python(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, one]) => `${JSON.stringify(name)}: ${python(one)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return value === null ? 'None' : JSON.stringify(value);
}
