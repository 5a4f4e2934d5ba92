import t from 'tap';
import { shownName } from './shown-name.ts';

t.test('the host, without what may be a secret', async (t) => {
  const name = (url?: string) => shownName({ kind: 'pdf', ...(url === undefined ? {} : { url }) });
  t.equal(name('https://user:pw@www.example.com:8080/reset/token?key=1#x'), 'example.com');
  t.equal(name('http://[::1]/'), '1');
  t.equal(name('http://127.0.0.1/'), '127.0.0.1');
  t.equal(name('https://größe.example/'), 'xn--gre-6ka8i.example');
  t.equal(name(`https://${'a.'.repeat(120)}example/`).length, 100);
  t.equal(name(), 'pdf');
});
