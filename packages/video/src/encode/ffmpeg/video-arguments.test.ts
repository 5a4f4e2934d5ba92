import t from 'tap';
import { threadArguments } from './video-arguments.ts';

t.test('memory does not grow with the cores of the machine', async (t) => {
  t.same(threadArguments(2), []);
  t.same(threadArguments(5), []);
  t.same(threadArguments(6), ['-threads', '8']);
  t.same(threadArguments(128), ['-threads', '8']);
});
