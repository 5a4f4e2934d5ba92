import { readFile } from 'node:fs/promises';
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { createToolServer } from './tools/tools.ts';
import { localParts, type LocalParts } from './local-parts.ts';
import type { KeptResult, Results } from './results/create-results.ts';

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
