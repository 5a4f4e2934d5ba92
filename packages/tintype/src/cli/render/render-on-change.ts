import { watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Editors write a file in several steps. */
const quietMs = 100;

/**
 * Renders again when a file below a folder changes, until the signal aborts. Ignores changes of the
 * result itself.
 * @param output - path of the result
 */
export async function renderOnChange(
  folder: string,
  output: string,
  signal: AbortSignal,
  render: () => Promise<unknown>,
): Promise<void> {
  let isChanged = false;
  let wake = () => {};
  const watcher = watch(folder, { recursive: true });
  watcher.on('change', (_event, name) => {
    if (isOfResult(join(folder, String(name)), output)) return;
    isChanged = true;
    wake();
  });
  const failed = new Promise<never>((_resolve, reject) => watcher.once('error', reject));
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const next = new Promise<void>((resolve) => (wake = resolve));
      if (!isChanged) await Promise.race([next, failed]);
      if (signal.aborted) return;
      await sleep(quietMs);
      isChanged = false;
      await render();
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    watcher.close();
  }
}

/**
 * Returns true for the result and for its temporary file, whose name starts with that of the
 * result.
 */
function isOfResult(path: string, output: string): boolean {
  const [changed, result] = [resolve(path), resolve(output)];
  return (
    dirname(changed) === dirname(result) &&
    basename(changed).includes(basename(result).slice(0, 40))
  );
}
