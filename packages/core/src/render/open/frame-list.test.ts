import { EventEmitter } from 'node:events';
import t from 'tap';
import type { CdpSession } from '../../browser-source.ts';
import { createFrameList } from './frame-list.ts';

t.test('removes detached frames and the frames inside them', async (t) => {
  const list = createFrameList('page');
  const open = async (id: string) => {
    const events = new EventEmitter();
    const session = { id, on: events.on.bind(events) } as unknown as CdpSession;
    await list.note(session);
    return {
      attach: (sessionId: string) => events.emit('Target.attachedToTarget', { sessionId }),
      detach: (sessionId: string) => events.emit('Target.detachedFromTarget', { sessionId }),
    };
  };
  const ids = () => [...list.sessions].map(({ id }) => id);
  const page = await open('page');
  page.attach('outer');
  const outer = await open('outer');
  outer.attach('inner');
  await open('inner');
  page.attach('other');
  await open('other');
  t.same(ids(), ['outer', 'inner', 'other'], 'the page is none of them');
  outer.detach('unknown');
  page.detach('outer');
  t.same(ids(), ['other']);
  for (let at = 0; at < 1000; at += 1) {
    page.attach(`f${at}`);
    await open(`f${at}`);
    page.detach(`f${at}`);
  }
  t.same(ids(), ['other']);
});
