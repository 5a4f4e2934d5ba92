import t from 'tap';
import { parseAbsoluteForm, parseAuthority } from './parse-target.ts';

t.test('absolute form, with the path as it came', async (t) => {
  const cases: [string, string, number, string][] = [
    ['http://a.example/', 'a.example', 80, '/'],
    ['http://a.example', 'a.example', 80, '/'],
    ['http://a.example?q', 'a.example', 80, '/?q'],
    ['http://a.example:8080/x//../y?a=http://b', 'a.example', 8080, '/x//../y?a=http://b'],
    ['HTTP://A.example/%2e%2E/', 'A.example', 80, '/%2e%2E/'],
    ['http://[::1]:3000/', '[::1]', 3000, '/'],
    ['http://a.example/\\x', 'a.example', 80, '/\\x'],
  ];
  for (const [text, host, port, path] of cases)
    t.match(parseAbsoluteForm(text), { host, port, path }, text);
});

t.test('everything else is not for a proxy', async (t) => {
  const cases = [
    '/',
    '*',
    '',
    'https://a.example/',
    'ftp://a.example/',
    'http:///x',
    'http://',
    'http://:80/',
    'http:a.example',

    'http://user@a.example/',
    'http://user:pw@a.example/',
    'http://a.example@10.0.0.1/',
    'http://a.example:80:80/',

    'http://a.example:0/',
    'http://a.example:65536/',
    'http://a.example:x/',
    'http://a%2eexample/',
    'http://a b/',

    'http://[::1/',
    'http://::1/',
    'http://a.example\\@10.0.0.1/',
    'http://a.example/#x',
    'http://a.example:/',
  ];
  for (const text of cases) t.equal(parseAbsoluteForm(text), undefined, text);
});

t.test('the authority of a CONNECT has a port', async (t) => {
  t.match(parseAuthority('a.example:443'), { host: 'a.example', port: 443 });
  t.match(parseAuthority('[::1]:443'), { host: '[::1]', port: 443 });
  for (const text of [
    'a.example',
    'a.example:',
    '::1:443',
    'a@b:443',
    'a.example:443/',
    'http://a.example:443',
    ':443',
  ])
    t.equal(parseAuthority(text), undefined, text);
});
