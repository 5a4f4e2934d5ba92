import { readFile } from 'node:fs/promises';
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { createToolServer } from './tools/tools.ts';
import type { KeptResult, Results } from './results/create-results.ts';
import { errorHint } from '@tintype/contract';
import { renderWithElements, type Renderer } from '@tintype/core';
import { createTexts } from './results/texts.ts';
import { compareFiles } from './tools/compare-files.ts';
import { createCallLimiter } from './tools/create-call-limiter.ts';
import type { ToolParts } from './tools/tool.ts';

/** Options of {@link createMcpServer}. */
export interface McpOptions extends LocalParts {
  /** Version of the program, reported to clients. */
  version: string;
}

/** Larger files are not sent through the protocol: clients read them from disk. */
const maxSentBytes = 8 * 2 ** 20;

/**
 * Creates an MCP server with tools that use an engine of this process:
 * `serveStdio(() => createMcpServer({ renderer, results, version }))`.
 */
export function createMcpServer({ version, ...given }: McpOptions): McpServer {
  const server = createToolServer(localParts(given), version);
  addResults(server, given.results);
  return server;
}

/** Serves files as resources, to clients that cannot read them from disk. */
function addResults(server: McpServer, results: Results): void {
  const list = () => ({
    resources: results.list().map(({ uri, name, mediaType, bytes }) => ({
      uri,
      name,
      mimeType: mediaType,
      size: bytes,
    })),
  });
  server.registerResource(
    'results',
    new ResourceTemplate('file://{+path}', { list }),
    { title: 'Results', description: 'Files that tools have made.' },
    async (uri) => {
      const found = results.list().find((each) => each.uri === uri.href);
      if (found === undefined) throw new Error(`No tool has made ${uri.href}.`);
      return { contents: [await contentsOf(found)] };
    },
  );
}

async function contentsOf({ uri, file, mediaType, bytes }: KeptResult) {
  if (bytes > maxSentBytes) {
    throw new Error(
      `${file} has ${bytes} bytes; at most ${maxSentBytes} are sent. Read the file itself.`,
    );
  }
  return { uri, mimeType: mediaType, blob: (await readFile(file)).toString('base64') };
}

/** Dependencies of tools on this machine. */
interface LocalParts {
  renderer: Pick<Renderer, 'render' | 'open'>;
  results: Results;
  /** Hosts that pages may reach although they are not public. */
  allow?: readonly string[];
}

const deniedHint =
  'Pages reach public addresses only. A person can start the server with --allow HOST to let them reach this one.';

/** Creates the parts of tools that use an engine of this process. */
function localParts({ renderer, results, allow }: LocalParts): ToolParts {
  const limiter = createCallLimiter({ running: 1, perOwner: 20, total: 20 });
  return {
    async render(request, { withElements, ...options }) {
      const own = { ...options, ...(allow && { allow }) };
      if (!withElements) return renderer.render(request, own);
      const { result, elements } = await renderWithElements(renderer, request, own);
      return { ...result, ...(elements && { elements }) };
    },
    keep: (stem, { extension, mediaType, body }) => results.add(stem, extension, mediaType, body),
    async find(reference) {
      const kept = results.find(reference);
      return kept && { kept, read: () => readFile(kept.file) };
    },
    compare: (before, after, signal) => compareFiles(limiter, '', { before, after }, signal),
    texts: createTexts(),
    hintFor: (code) => (code === 'target_denied' ? deniedHint : errorHint(code, 'library')),
  };
}
