import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The pages of a benchmark, served by a process of their own. */
export interface Corpus {
  port: number;
  pages: string[];
  stop(): void;
}

/** Serves the pages of a folder, or those that `pages.ts` makes; slowly, if there is a seed. */
export async function startCorpus(folder = '', ...seed: string[]): Promise<Corpus> {
  const program = new URL('corpus-server.ts', import.meta.url).pathname;
  const server = spawn(process.execPath, [program, folder, ...seed], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const { port, pages } = JSON.parse(line) as { port: number; pages: string[] };
  return { port, pages, stop: () => void server.stdin.end() };
}
