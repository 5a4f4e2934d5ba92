import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Mdream {
  initSync(options: { module: Uint8Array }): void;
  htmlToMarkdownResult(
    html: string,
    options?: { origin: string; minimal: boolean },
  ): { markdown?: string };
}

/** Loads mdream's WebAssembly: its native code is not installed on every platform. */
export async function loadMdream(): Promise<Mdream> {
  const script = createRequire(import.meta.url).resolve('mdream/wasm/mdream_edge.js');
  const mdream = (await import(script)) as Mdream;
  mdream.initSync({ module: readFileSync(script.replace(/\.js$/, '_bg.wasm')) });
  return mdream;
}
