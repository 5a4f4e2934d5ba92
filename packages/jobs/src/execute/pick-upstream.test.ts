import t from 'tap';
import { pickUpstream, servedLocations } from './pick-upstream.ts';

const upstreams = { us: ['http://us:1'], de: ['http://de:1', 'http://de:2'], jp: [] };

t.test('a place has the proxies of its row', async (t) => {
  t.equal(pickUpstream(upstreams, 'us'), 'http://us:1');
  t.equal(pickUpstream(upstreams, undefined), undefined);
  t.equal(pickUpstream(upstreams, 'jp'), undefined);
  t.equal(pickUpstream(upstreams, 'constructor'), undefined);
  t.equal(pickUpstream(undefined, 'us'), undefined);
});

t.test('eu is any proxy inside the Union', async (t) => {
  const seen = new Set(
    Array.from({ length: 200 }, () => pickUpstream({ ...upstreams, eu: ['http://eu:1'] }, 'eu')),
  );
  t.same([...seen].toSorted(), ['http://de:1', 'http://de:2', 'http://eu:1']);
});

t.test('what is served', async (t) => {
  t.same(servedLocations(), []);
  t.same(servedLocations(upstreams), ['us', 'de', 'eu']);
  t.same(servedLocations({ gb: ['http://gb:1'] }), ['gb'], 'Great Britain has left');
});
