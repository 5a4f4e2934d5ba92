import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { createByteRing, createRingReader, endRing, writeToRing } from './byte-ring.ts';

t.test('what goes in comes out, then the end', async (t) => {
  const ring = createByteRing(16);
  await writeToRing(ring, Buffer.from('hello'));
  endRing(ring);
  const read = createRingReader(ring);
  const bytes = Array.from({ length: 5 }, () => read());
  t.equal(Buffer.from(bytes as number[]).toString(), 'hello');
  t.equal(read(), null);
  t.equal(read(), null, 'and stays at the end');
});

t.test('a full ring waits for room', async (t) => {
  const ring = createByteRing(8);
  let done = false;
  const writing = writeToRing(ring, Buffer.from('twelve bytes')).then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.notOk(done, 'four bytes have no room');
  const read = createRingReader(ring);
  let text = '';
  while (text.length < 8) text += String.fromCharCode(read()!);
  endRing(ring);
  // It asks for more, which is what says that there is room; the end is said already, so that it
  // does not block this thread.
  t.equal(read(), null);
  await writing;
  t.ok(done);
});

t.test('across threads, in pieces of every size, past the overflow of its counts', async (t) => {
  const ring = createByteRing(1024);
  // Shortly before 2^32.
  const start = -5000;
  const head = new Int32Array(ring, 0, 3);
  head[0] = start;
  head[1] = start;
  const reader = new URL('../../fixtures/ring-reader.ts', import.meta.url);
  const worker = new Worker(reader, { workerData: ring, execArgv: [] });
  const answer = new Promise<string>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  const sent = createHash('sha256');
  for (let bytes = 1; bytes < 3000; bytes += 37) {
    const piece = randomBytes(bytes);
    sent.update(piece);
    await writeToRing(ring, piece);
  }
  endRing(ring);
  t.equal(await answer, sent.digest('hex'));
  await worker.terminate();
});
