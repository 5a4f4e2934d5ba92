import { join, resolve } from 'node:path';
import type { RenderResult } from '@tintype/core';
import type { Destination } from './destination.ts';
import { failureMessage } from '../output/failure-message.ts';
import { fileNameFor } from './file-name.ts';
import type { FileWriter } from '../output/file-writer.ts';
import type { Job } from './render-plan.ts';
import type { Output } from '../output/terminal.ts';

/** Writes a result to its destination. Returns its path, or `-` for stdout. */
export async function deliver(
  result: RenderResult,
  { target, device }: Pick<Job, 'target' | 'device'>,
  destination: Destination,
  { writer, stdout }: { writer: FileWriter; stdout: Output },
): Promise<string> {
  if (destination.to === 'stdout') {
    await writeToStdout(stdout, result.body);
    return '-';
  }
  const name = [fileNameFor(target), ...(device === undefined ? [] : [device])].join('-');
  try {
    return destination.to === 'file'
      ? await writer.replace(destination.path, result.body)
      : await writer.create(destination.folder, name, result.extension, result.body);
  } catch (error) {
    const place =
      destination.to === 'file'
        ? destination.path
        : join(resolve(destination.folder), `${name}.${result.extension}`);
    throw new Error(`${place} was not written: ${failureMessage(error)}`, { cause: error });
  }
}

/** Resolves when the reader has taken everything; rejects if it closes the pipe. */
function writeToStdout(stdout: Output, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.once('error', reject);
    stdout.write(body, (error) => {
      stdout.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}
