import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { program } from './run-cli.ts';

interface Owner {
  teardown(remove: () => void): void;
}

/** A `PATH` where scripts find `tintype`, as npm puts it there, before what is given. */
export function makeCommands(t: Owner, path = ''): string {
  // Not in memory: containers run nothing from there.
  const folder = mkdtempSync(join(tmpdir(), 'tintype-commands-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const script = `#!/bin/sh\nexec node '${program}' "$@"\n`;
  writeFileSync(join(folder, 'tintype'), script, { mode: 0o755 });
  return [folder, dirname(process.execPath), path].join(delimiter);
}
