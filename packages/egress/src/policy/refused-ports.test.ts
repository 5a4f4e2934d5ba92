import t from 'tap';
import { refusedPort } from './refused-ports.ts';

t.test('web ports are open, services are not', async (t) => {
  for (const port of [80, 443, 3000, 5000, 8000, 8080, 8443, 9000, 65535])
    t.equal(refusedPort(port), undefined);
  t.equal(refusedPort(6379), 'port 6379 belongs to a cache service');
  t.equal(refusedPort(2375), 'port 2375 belongs to a cluster or container service');
  t.equal(refusedPort(9222), 'port 9222 belongs to a debugging service');
  for (const port of [2376, 2379, 3306, 5432, 8200, 9200, 9229, 9515, 10250, 11211, 27017])
    t.match(refusedPort(port), /service$/);
  // Proxies of callers listen on these.
  for (const port of [1080, 3128, 7777, 8888, 8118]) t.equal(refusedPort(port), undefined);
  t.equal(refusedPort(25), 'port 25 is not a port for web pages');
});

t.test("an operator's list replaces the rule", async (t) => {
  const ports = new Set([443, 5432]);
  t.equal(refusedPort(5432, ports), undefined);
  t.match(refusedPort(80, ports), /port 80 is not among/);
});
