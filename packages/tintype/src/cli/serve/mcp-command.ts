import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, createResults } from '@tintype/mcp';
import { splitText } from '../../from-text.ts';
import { composeRenderer } from '../../composition-root.ts';
import { readVersion, type CliContext } from '../cli-context.ts';
import { browserOptions, checkBrowsers } from '../flags/browser-options.ts';
import {
  BROWSER_FLAGS,
  HELP_FLAG,
  REACH_FLAGS,
  REMOTE_FLAG,
  VERBOSE_FLAG,
} from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { checkAllowed } from '../render/render-plan.ts';

const USAGE = `Usage
  tintype mcp [--allow <host>] [--output-dir <folder>]

Tools for agents over stdin and stdout (Model Context Protocol): they capture, read and compare web pages. The program that the agent runs in starts it:

  {"mcpServers": {"tintype": {"command": "npx", "args": ["-y", "tintype", "mcp"]}}}

Pages reach public addresses only, whatever an agent requests; --allow adds to them.`;

const FLAGS: readonly Flag[] = [
  ...inGroup('Output', {
    'output-dir': [
      '<folder>',
      'Folder of files, which stay there. Default: a temporary folder with at most 200 files and 1 GiB, removed at the end.',
    ],
  }),
  ...REACH_FLAGS.filter(({ name }) => name === 'allow').map((flag) => ({
    ...flag,
    description:
      'A private host that pages may reach, for example localhost:3000; can be repeated. TINTYPE_EGRESS_ALLOW adds more, separated by commas.',
  })),
  ...BROWSER_FLAGS,
  REMOTE_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

/** `tintype mcp`: runs until the agent closes stdin. */
export const mcpCommand = createCommand({
  usage: USAGE,
  flags: FLAGS,
  takesFlagsOnly: 'mcp',
  execute,
});

async function execute(parsed: ParsedFlags, context: CliContext): Promise<void> {
  if (context.stdin.isTTY) {
    context.stderr.write(
      'tintype mcp speaks JSON-RPC over stdin: an agent starts it. See: tintype mcp --help\n',
    );
  }
  const folder = parsed.last('output-dir');
  const results = createResults(folder === undefined ? {} : { folder: resolve(folder) });
  context.onExit(() => results.close());
  const allow = parsed.all('allow').flatMap((text) => splitText(text, ','));
  await checkAllowed('--allow', allow);
  await checkBrowsers(browserOptions(parsed), context.environment);
  const renderer = composeRenderer(browserOptions(parsed), context.environment);
  const version = await readVersion();
  const { stdin, signal } = context;
  const ended = new Promise<void>((done) => {
    for (const event of ['end', 'close']) stdin.once(event, done);
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
  context.endInOrder();
  const connection = serveStdio(() => createMcpServer({ renderer, results, version, allow }), {
    onerror: (error) => void context.stderr.write(`tintype mcp: ${error.message}\n`),
  });
  await ended;
  await connection.close();
  // No client is left that awaits running renders.
  await renderer.stop({ signal: AbortSignal.abort() });
  results.close();
}
