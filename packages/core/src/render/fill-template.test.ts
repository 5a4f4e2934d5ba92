import t from 'tap';
import { createTemplates } from './fill-template.ts';

const { fill, fillRequest, stop } = createTemplates();
t.teardown(stop);

t.test('fills data into the template', async (t) => {
  const html = await fill(
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

t.test('escapes data unless the template uses raw', async (t) => {
  const data = { name: '<script>x()</script>&"' };
  t.equal(await fill('{{ name }}', data), '&lt;script&gt;x()&lt;/script&gt;&amp;&#34;');
  t.equal(await fill('{{ name | raw }}', data), '<script>x()</script>&"');
});

t.test('templates run no code, read no files, and see only own properties', async (t) => {
  t.equal(await fill('{{ a.constructor }}{{ a.__proto__ }}{{ constructor }}', { a: {} }), '');
  for (const tag of [
    "{% include 'package.json' %}",
    "{% render '/etc/passwd' %}",
    "{% layout 'x' %}",
  ]) {
    await t.rejects(fill(tag, {}), { code: 'invalid_parameter' }, tag);
  }
});

t.test('reports template errors with their line', async (t) => {
  await t.rejects(fill('<p>\n{% if %}', {}), {
    code: 'invalid_parameter',
    message: /^html is no template that data can fill: .*line:2/,
    details: [{ parameter: 'html' }],
  });
  await t.rejects(fill('{{ a | nothing }}', {}), /undefined filter: nothing/);
});

t.test('limits time and size of a template', async (t) => {
  const loops = '{% for a in (1..9000) %}'.repeat(5) + 'x' + '{% endfor %}'.repeat(5);
  await t.rejects(fill(loops, {}), /limit exceeded/);
  await t.rejects(fill('{% for a in (1..99999999999) %}x{% endfor %}', {}), /limit exceeded/);
  const doubling = '{% assign a = "xxxxxxxxxx" %}' + '{% assign a = a | append: a %}'.repeat(40);
  await t.rejects(fill(doubling, {}), /limit exceeded/);
  await t.rejects(fill('x'.repeat(10_000_001), {}), /limit exceeded/);
});

t.test('rejects data without html', async (t) => {
  const request = { kind: 'screenshot', url: 'https://example.com' };
  await t.rejects(fillRequest(request, {}), {
    code: 'invalid_request',
    message: /give html with it/,
  });
  t.same(await fillRequest({ html: '{{ a }}', full_page: true }, { a: 1 }), {
    html: '1',
    full_page: true,
  });
});

for (const [name, template, data] of [
  ['20,000 outputs of 2,000 letters', () => '{{a}}'.repeat(20_000), { a: 'x'.repeat(2000) }],
  [
    'a filter over a million entries',
    () => '{{ rows | where_exp: "row", "row.a == 2" | size }}'.repeat(20),
    { rows: Array.from({ length: 1_000_000 }, () => ({ a: 1 })) },
  ],
] as const) {
  t.test(`a template of ${name} ends, without blocking timers`, async (t) => {
    const html = template();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    t.teardown(() => clearInterval(timer));
    await t.rejects(fill(html, data), /limit exceeded/);
    t.ok(ticks > 20);
  });
}

t.test('data that cannot be cloned is rejected by name', async (t) => {
  const problem = { code: 'invalid_parameter', message: /data must be plain values/ };
  await t.rejects(fill('{{ a }}', { a: () => 1 }), problem);
});

t.test('a template has at most 20,000 tags', async (t) => {
  for (const html of [
    '{{a}}'.repeat(1_900_000),
    `{% if a %}${'{% elsif a %}'.repeat(200_000)}{% endif %}`,
  ]) {
    await t.rejects(fill(html, { a: 1 }), /tag limit exceeded: at most 20000 tags/);
  }
  t.equal((await fill('{{a}}'.repeat(20_000), { a: 1 })).length, 20_000);
});
