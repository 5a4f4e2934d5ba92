import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRequest } from '@tintype/contract';
import type { PageHandle, RenderContext } from '@tintype/core';
import t from 'tap';
import { createBlock } from './create-block.ts';

const { request } = parseRequest({
  kind: 'screenshot',
  url: 'https://shop.example/',
  block_annoyance: 'ads',
});

/** As much of a page as is needed to say what it may not load. */
const page = {
  deadline: { race: (work: Promise<unknown>) => work },
  lease: { frameId: 'F', network: { block() {} } },
  session: { on() {} },
} as unknown as PageHandle;

t.test('a list that could not be read is read by the next render', async (t) => {
  const dir = t.testdir({ 'broken.txt': { 'a-folder': '' } });
  const late = join(dir, 'late.txt');
  const { hooks } = createBlock({ lists: [join(dir, 'broken.txt'), dir, late] });
  const warningsOf = async (id: string) => {
    const warnings: string[] = [];
    const state = { lists: [] };
    const context = { id, state, warn: (message: string) => warnings.push(message) };
    await hooks?.beforeNavigate?.(page, request, context as unknown as RenderContext);
    return warnings;
  };
  const unreadable = /^Filter lists: .*broken\.txt cannot be read: EISDIR/;
  t.match(await warningsOf('1'), [
    /^Filter lists: nothing can be read at .*late\.txt\.$/,
    unreadable,
  ]);
  writeFileSync(late, '||ads.example^\n');
  const second = await warningsOf('2');
  t.equal(second.length, 1, 'what fails goes on being told, and nothing else fails for it');
  t.match(second, [unreadable]);
});
