/**
 * The longest turn of the event loop for each parser of foreign input that a service runs on its
 * main thread, with nested, wide and endless input of the largest accepted size. The time in which
 * the thread could run and had no core does not count (reported by Linux). For parsers in threads,
 * the work that stays on the main thread is measured: sending the input, and reading the result.
 *
 * node --conditions=@tintype/source benchmarks/parsers.ts [--rounds 5] [--only NAME] [--bound 20]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    bound: { type: 'string', default: '20' },
  },
});

/** Returns a function of a package's module; parsers are not exported from their packages. */
async function load(file: string, name: string): Promise<(...given: unknown[]) => unknown> {
  const module = (await import(`../packages/${file}.ts`)) as Record<string, never>;
  return module[name] as never;
}

const megabyte = 1_048_576;
const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));
const nested = (open: string, close: string, bytes: number) =>
  fill(open, bytes / 2) + fill(close, bytes / 2);

/** Nested, repeated and endless texts in most syntaxes of parameters. */
const pathological = (bytes: number): string[] => [
  nested('[', ']', bytes),
  nested('{"a":', '}', bytes),
  nested('(', ')', bytes),
  `a${fill(':not(', bytes)}`,
  fill('a,', bytes),
  fill('a ', bytes),
  fill(' ', bytes),
  fill('\\"', bytes),
  fill('%25', bytes),
  fill('a.', bytes),
  fill('1-1,', bytes),
  `https://a.test/${fill('?a=b&', bytes)}`,
  `https://${fill('a.', bytes)}`,
  `data:text/html,${fill('<a>', bytes)}`,
  fill('é', bytes),
  fill('*/', bytes),
  fill('a=1; ', bytes),
  fill('a: b\n', bytes),
  fill('-', bytes),
  fill('0', bytes),
];

interface Case {
  parser: string;
  input: string;
  /** Creates the input, which is not measured, and returns the measured function. */
  prepare(): Promise<() => unknown> | (() => unknown);
}

/** One case for each text, parsed by a function that may throw. */
const each = (
  parser: string,
  what: string,
  texts: readonly unknown[],
  parse: () => Promise<(text: never) => unknown>,
): Case => ({
  parser,
  input: what,
  prepare: async () => {
    const run = await parse();
    let at = 0;
    return async () => {
      for (at = 0; at < texts.length; at += 1) {
        await turn();
        try {
          await run(texts[at] as never);
        } catch {
          // Refused, as it should be: what counts is how long it took.
        }
      }
    };
  },
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;
const boundary = 'multipart/form-data; boundary=x';
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const sitemap = (inside: string) => `<urlset>${inside}</urlset>`;
const page = (path: string) => `<url><loc>https://a.test/${path}</loc></url>`;

const parseRequest = () => load('contract/src/request/parse-request', 'parseRequest');
const parameterNames = (await load('contract/src/request/request-schemas', 'parameterNames')) as (
  kind: unknown,
) => string[];
const { builtInKinds } = await import('@tintype/contract');
const everyParameter = builtInKinds.names.flatMap((kind) =>
  parameterNames(builtInKinds.find(kind)).flatMap((name) =>
    [60_000, megabyte].flatMap((bytes) =>
      pathological(bytes).map((text) => ({
        kind,
        ...(name === 'url' ? {} : { url: 'https://a.test/' }),
        [name]: text,
      })),
    ),
  ),
);
const lists = builtInKinds.names.flatMap((kind) =>
  parameterNames(builtInKinds.find(kind)).flatMap((name) => [
    { kind, url: 'https://a.test/', [name]: Array.from({ length: 19_000 }, () => 'a') },
    {
      kind,
      url: 'https://a.test/',
      [name]: Array.from({ length: 1000 }, (_, at) => ({ url: `https://a.test/${at}`, name: 'a' })),
    },
  ]),
);

const logLines = [
  ...pathological(65_000),
  fill('https://a:b@c/?d ', 65_000),
  fill('https://', 65_000),
  fill('password={', 65_000),
  fill('token: "', 65_000),
  JSON.stringify({ msg: fill('cookie=[', 65_000) }),
];

/** Threads stay from round to round, as in a service. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
/** As texts are that were received: in one piece. */
const flat = (text: string) => Buffer.from(text).toString();
const jsonParser = once(async () => {
  const create = await load('server/src/parse/create-json-parser', 'createJsonParser');
  return create(10 * megabyte) as { parse(body: Buffer): Promise<unknown> };
});
const sitemapParser = once(async () => {
  const create = await load('jobs/src/sitemap/create-sitemap-parser', 'createSitemapParser');
  return create() as (job: object, signal: AbortSignal) => Promise<unknown>;
});
const templates = once(async () => {
  const create = await load('core/src/render/fill-template', 'createTemplates');
  return create() as { fill(html: string, data: object): Promise<string> };
});

const cases: Case[] = [
  each(
    'JSON body, in the loop up to 64 KiB',
    'nested, wide, escapes, no end',
    pathological(65_000),
    () => load('server/src/parse/read-json', 'readJson'),
  ),
  {
    parser: 'JSON body, in a thread',
    input: '10 MB: 20,000 texts, and of \\"',
    async prepare() {
      const parser = await jsonParser();
      const texts = [
        JSON.stringify(Array.from({ length: 19_990 }, () => 'x'.repeat(500))),
        JSON.stringify({ html: fill('\\"', 9 * megabyte) }),
        nested('[', ']', 10 * megabyte),
      ];
      const bytes = (text: string) => Buffer.from(new TextEncoder().encode(text).buffer);
      await parser.parse(bytes(texts[0] ?? ''));
      const bodies = texts.map(bytes);
      return () => Promise.allSettled(bodies.map((body) => parser.parse(body)));
    },
  },
  each(
    'parameters (zod), texts',
    'each parameter: 1 MB nested, wide, no end',
    everyParameter,
    parseRequest,
  ),
  each('parameters (zod), lists', 'each parameter: lists of 19,000 values', lists, parseRequest),
  each(
    'storage_state (JSON)',
    '1 MB: nested, wide, 1,000 cookies',
    [
      ...pathological(megabyte - 100),
      JSON.stringify({ cookies: Array.from({ length: 1000 }, () => ({ name: 'a'.repeat(900) })) }),
      `{"cookies":[${'{},'.repeat(300_000)}{}]}`,
    ],
    () => load('contract/src/values/storage-state', 'storageState'),
  ),
  each(
    'steps (JSON)',
    '131,072 characters: nested, wide, 100 steps with all selectors',
    [
      ...pathological(131_000),
      JSON.stringify(
        Array.from({ length: 100 }, () => ({
          type: 'click',
          selectors: Array.from({ length: 9 }, () => ['#abcdefgh', '#abcdefgh', '#abcdefgh']),
        })),
      ),
      `[{${Array.from({ length: 10_000 }, (_one, at) => `"k${at}":1`).join(',')}}]`,
    ],
    () => load('contract/src/steps/read-steps', 'readSteps'),
  ),
  each(
    'query string',
    '64 KiB: 1,000 pairs, escapes',
    [fill('a&', 65_000), 'a=1&'.repeat(999), `a=${fill('%25', 65_000)}`, fill('%', 65_000)],
    () => load('server/src/parse/read-query', 'readQuery'),
  ),
  each(
    'form (multipart)',
    '10 MB: fields, files, headers, no end',
    [
      part('a', 'b').repeat(100_000),
      `--x\r\n${fill('A: b\r\n', 9 * megabyte)}`,
      `--x\r\nContent-Disposition: form-data; name="${fill('a;', 9 * megabyte)}`,
      `${part('html', fill('\r\n--y', 9 * megabyte))}--x--`,
      fill('--x\r\n', 10 * megabyte),
      part('f"; filename="a.png', '').repeat(1000),
    ].map((text) => Buffer.from(text)),
    async () => {
      const parse = await load('server/src/parse/parse-form-body', 'parseFormBody');
      return (body: Buffer) => parse(boundary, body);
    },
  ),
  {
    parser: 'sitemap (XML, gzip), in a thread',
    input: '10 MB: nested, 50,000 pages, entities, no end',
    async prepare() {
      const parse = await sitemapParser();
      const files = [
        Buffer.from(fill('<a>', 10 * megabyte)),
        gzipSync(fill('<a>', 10 * megabyte)),
        Buffer.from(sitemap(Array.from({ length: 50_000 }, (_, at) => page(`${at}`)).join(''))),
        Buffer.from(sitemap(page(fill('&#50;', 9 * megabyte)))),
        Buffer.from(`<a ${fill('x ', 10 * megabyte)}`),
      ];
      const job = { host: 'a.test', maxPages: 1000, maxFiles: 51 };
      await parse({ ...job, bytes: Buffer.from(sitemap('')) }, never);
      const loaded = files.map((file) => new Uint8Array(file));
      return () => Promise.all(loaded.map((bytes) => parse({ ...job, bytes }, never)));
    },
  },
  {
    parser: 'template (Liquid), in a thread',
    input: '1.9 million outputs, 20,000 elsif',
    async prepare() {
      const { fill: fillIn } = await templates();
      await fillIn('{{ a }}', { a: 1 });
      const html = [
        '{{a}}'.repeat(1_900_000),
        `{% if a %}${'{% elsif a %}'.repeat(19_998)}{% endif %}`,
      ].map(flat);
      return () => Promise.allSettled(html.map((one) => fillIn(one, { a: 'b' })));
    },
  },
  each(
    'crontab',
    'lists, ranges, no end; 29 February',
    [...pathological(10_000), '* * * * *'],
    () => load('scheduler/src/parse-crontab', 'parseCrontab'),
  ),
  each(
    'next run of a crontab',
    'the rarest days, full lists',
    [
      '0 0 29 2 *',
      '0 0 29 2 1',
      '59 23 31 12 6',
      `${Array.from({ length: 60 }, (_, at) => at).join()} 0-23 * * *`,
    ],
    async () => {
      const next = await load('scheduler/src/next-run', 'nextRun');
      return (crontab: string) => next(crontab, 'America/New_York', Date.UTC(2026, 1, 28));
    },
  ),
  each('host of an address', '64 KB of labels, digits, Unicode', pathological(65_000), () =>
    load('egress/src/policy/parse-host', 'parseHost'),
  ),
  each(
    'Range header',
    '16 KB',
    [...pathological(16_000), `bytes=${'0-1,'.repeat(4000)}`],
    async () => {
      const read = await load('server/src/parse/read-range', 'readRange');
      return (text: string) => read(text, 1000);
    },
  ),
  each(
    'POST body of a page, for the index of WACZ',
    '10 MB: JSON nested, wide, deep',
    pathological(10 * megabyte).map((text) => Buffer.from(text)),
    async () => {
      const query = await load('archive/src/query-of-post', 'queryOfPost');
      return (body: Buffer) => query(body, 'application/json');
    },
  ),
  {
    parser: 'batch of 1,000 requests',
    input: '1,000 urls, with parameters of 15 KB each',
    async prepare() {
      const parse = await load('contract/src/captures/parse-batch', 'parseBatch');
      const urls = Array.from(
        { length: 1000 },
        (_, at) => `https://a.test/${fill('?', 1000)}${at}`,
      );
      const body = { kind: 'screenshot', urls, inject_css: fill('a{}', 15_000) };
      return () => parse(body, { pause: turn });
    },
  },
  each(
    'address of a request, for logs and HAR',
    '2 MB, as pages request them',
    pathological(2 * megabyte).map((text) => `https://a.test/${text}`),
    () => load('core/src/traffic/shown-url', 'shownUrl'),
  ),
  each('line of the log (secrets)', '64 KB of what looks like secrets', logLines, () =>
    load('server/src/observe/redact', 'redact'),
  ),
  each(
    'address of a request, against filter lists',
    '2 MB, 15,100 rules, 100 of them patterns',
    pathological(2 * megabyte).map((text) => `https://b.test/${text}`),
    async () => {
      const compile = await load('block/src/lists/filter-list', 'compileList');
      const open = await load('block/src/lists/filter-list', 'openList');
      const rules = Array.from({ length: 5000 }, (_, at) => [
        `||host-${at}.test^`,
        `/ad${at}/*/banner*.js?*=a`,
        `-ad-${at}-*-b*a*a*$script`,
        ...(at < 100 ? [`/a+${at}(a|b)*c/$script`] : []),
      ]);
      const list = open('list', compile(rules.flat().join('\n'))) as {
        blocks(request: object): boolean;
      };
      return (url: string) => list.blocks({ url, type: 'Script', pageUrl: 'https://a.test/' });
    },
  ),
  {
    parser: 'message of Chromium (CBOR)',
    input: '24 MB: one text, a list of a million, 300,000 names',
    async prepare() {
      const encode = await load('chrome/src/protocol/encode-message', 'encodeMessage');
      const decode = await load('chrome/src/protocol/decode-message', 'decodeMessage');
      const messages = [
        { method: 'a', params: { text: fill('a', 22 * megabyte) } },
        { method: 'a', params: { list: Array.from({ length: 1_000_000 }, (_, at) => at) } },
        {
          method: 'a',
          params: Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`n${at}`, 'x'])),
        },
      ].map((message) => encode(message));
      return async () => {
        for (const message of messages) {
          await turn();
          try {
            decode(message);
          } catch {
            // Too many values for an event: it costs the page that sent it.
          }
        }
      };
    },
  },
];

/** Time that passed while this thread ran or could not; without that in which it had no core. */
function usedMs(): number {
  try {
    const [, waitedNs] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    return performance.now() - Number(waitedNs) / 1e6;
  } catch {
    return performance.now();
  }
}

async function longestTurn(run: () => unknown): Promise<number> {
  let [longest, before, isOver] = [0, usedMs(), false];
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  await turn();
  before = usedMs();
  setImmediate(look);
  await run();
  isOver = true;
  await turn();
  look();
  return longest;
}

const rows: { parser: string; input: string; 'longest turn, ms': number }[] = [];
for (const { parser, input, prepare } of cases) {
  if (values.only !== undefined && !parser.includes(values.only)) continue;
  const turns: number[] = [];
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const run = await prepare();
    // What this benchmark leaves is none of the parser's.
    collectGarbage();
    turns.push(await longestTurn(run));
  }
  // The first round also loads and compiles the parser.
  const longest = Math.max(...turns.slice(1));
  rows.push({ parser, input, 'longest turn, ms': Number(longest.toFixed(1)) });
}
console.table(rows);
const late = rows.filter((row) => row['longest turn, ms'] > Number(values.bound));
if (late.length > 0) {
  console.log(`above ${values.bound} ms: ${late.map(({ parser }) => parser).join(', ')}`);
  process.exitCode = 1;
}
process.exit();
