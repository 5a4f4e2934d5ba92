import t from 'tap';
import { fillTemplate, withData } from './fill-template.ts';

t.test('data goes where the template says', async (t) => {
  const html = await fillTemplate(
    '<h1>{{ title }}</h1>{% for row in rows %}<p>{{ row.name | upcase }}: {{ row.sum | round: 2 }}</p>{% endfor %}{% if none %}x{% endif %}{{ missing }}',
    {
      title: 'Invoice',
      rows: [
        { name: 'a', sum: 1.005 },
        { name: 'b', sum: 2 },
      ],
    },
  );
  t.match(html, /^<h1>Invoice<\/h1><p>A: 1(?:\.0[01]?)?<\/p><p>B: 2<\/p>$/);
});

t.test('what stands in data is text until the template says otherwise', async (t) => {
  const data = { name: '<script>x()</script>&"' };
  t.equal(await fillTemplate('{{ name }}', data), '&lt;script&gt;x()&lt;/script&gt;&amp;&#34;');
  t.equal(await fillTemplate('{{ name | raw }}', data), '<script>x()</script>&"');
});

t.test('no code, no files, nothing that data does not have itself', async (t) => {
  t.equal(
    await fillTemplate('{{ a.constructor }}{{ a.__proto__ }}{{ constructor }}', { a: {} }),
    '',
  );
  for (const tag of [
    "{% include 'package.json' %}",
    "{% render '/etc/passwd' %}",
    "{% layout 'x' %}",
  ]) {
    await t.rejects(fillTemplate(tag, {}), { code: 'invalid_parameter' }, tag);
  }
});

t.test('what is wrong is said, with its line', async (t) => {
  await t.rejects(fillTemplate('<p>\n{% if %}', {}), {
    code: 'invalid_parameter',
    message: /^html is no template that data can fill: .*line:2/,
    details: [{ parameter: 'html' }],
  });
  await t.rejects(fillTemplate('{{ a | nothing }}', {}), /undefined filter: nothing/);
});

t.test('a template has bounds of time and size', async (t) => {
  const loops = '{% for a in (1..9000) %}'.repeat(5) + 'x' + '{% endfor %}'.repeat(5);
  await t.rejects(fillTemplate(loops, {}), /limit exceeded/);
  await t.rejects(
    fillTemplate('{% for a in (1..99999999999) %}x{% endfor %}', {}),
    /limit exceeded/,
  );
  const doubling = '{% assign a = "xxxxxxxxxx" %}' + '{% assign a = a | append: a %}'.repeat(40);
  await t.rejects(fillTemplate(doubling, {}), /limit exceeded/);
  await t.rejects(fillTemplate('x'.repeat(10_000_001), {}), /limit exceeded/);
});

t.test('data is for html', async (t) => {
  const request = { kind: 'screenshot', url: 'https://example.com' };
  await t.rejects(withData(request, {}), { code: 'invalid_request', message: /give html with it/ });
  t.same(await withData({ html: '{{ a }}', full_page: true }, { a: 1 }), {
    html: '1',
    full_page: true,
  });
});
