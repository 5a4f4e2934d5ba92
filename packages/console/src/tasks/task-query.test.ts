import t from 'tap';
import type { Parameter } from '../playground/form-info.ts';
import { fillFrom, forKind, queryProblems, withParameter } from './task-query.ts';

const parameters = [
  { name: 'url', type: 'string' },
  { name: 'full_page', type: 'boolean' },
  { name: 'hide_selectors', type: 'list' },
  { name: 'viewport_width', type: 'integer' },
] as unknown as Parameter[];
const [url, fullPage, hidden, width] = parameters as [Parameter, Parameter, Parameter, Parameter];

t.test('a form changes one parameter of a query, and leaves the others', (t) => {
  const query = 'url=https%3A%2F%2Fa.example%2F&outputs=%5B%5D&hide_selectors=.a';
  const wide = withParameter(query, width, '900');
  t.equal(wide, `${query}&viewport_width=900`);
  t.equal(withParameter(wide, width, ''), query);
  t.match(
    withParameter(query, hidden, '.b\n\n.c '),
    /outputs=%5B%5D&hide_selectors=.b&hide_selectors=.c$/,
  );
  t.equal(withParameter(query, fullPage, 'true'), `${query}&full_page=true`);
  t.equal(
    withParameter('', url, 'https://b.example/?x=1&y=2'),
    'url=https%3A%2F%2Fb.example%2F%3Fx%3D1%26y%3D2',
  );
  t.equal(forKind(query, [url]), 'url=https%3A%2F%2Fa.example%2F');
  t.end();
});

t.test('a query fills the form, also one that is encoded as a whole', (t) => {
  const filled = { url: 'https://a.example/', hide_selectors: '.a\n.b' };
  const query = '?url=https%3A%2F%2Fa.example%2F&hide_selectors=.a&hide_selectors=.b';
  t.same(fillFrom(query, parameters), filled);
  t.same(fillFrom(encodeURIComponent(query.slice(1)), parameters), filled);
  t.same(fillFrom('%E0%A4%A%3d', parameters), {}, 'no encoding');
  t.end();
});

t.test('problems are those of parameters', (t) => {
  const details = [
    { parameter: 'query', message: 'query: image_quality must be an integer; got 500.' },
    { parameter: 'query', message: 'query: .' },
    { parameter: 'name', message: 'name must be text.' },
  ];
  t.same(queryProblems(details), { image_quality: 'image_quality must be an integer; got 500.' });
  t.end();
});
