import t from 'tap';
import { createSecretValues } from './secret-values.ts';

t.test('replaces values in texts and addresses, also encoded ones', async (t) => {
  const values = createSecretValues();
  for (const value of ['corr', 'correct ho', 'correct horse/é']) values.add('password', 'a', value);
  values.add('code', 'b', '123456');
  values.add('pin', 'c', '123');
  t.equal(values.hide('x correct horse/é, corr, 1234567'), 'x {{password}}, corr, {{code}}7');
  const expected = {
    'https://ada:123@a.example/b?c=1#d': 'https://a.example/b?c=1#d',
    'https://a.example/?p=correct+horse%2F%C3%A9&q=a': 'https://a.example/?p={{password}}&q=a',
    'https://a.example/?p=x%3Dcorrect%20horse%2f%c3%a9': 'https://a.example/?p={{password}}',
    'https://a.example/#123456': 'https://a.example/#{{code}}',
    'https://a.example/12345%36/x': 'https://a.example/{{code}}/x',
    'https://a.example/correct%20horse/%C3%A9': 'https://a.example/',
    'https://a.example/%?%zz=%FF': 'https://a.example/%?%zz=%FF',
  };
  for (const [url, shown] of Object.entries(expected)) t.equal(values.hideInUrl(url), shown);
});

t.test('finds values in selectors, also escaped ones', async (t) => {
  const values = createSecretValues();
  values.add('password', 'a', '1 horse!');
  for (const selector of [
    'text/Your 1 horse!',
    String.raw`#\31 \ horse\!`,
    'a[href="/?p=1%20horse%21"]',
    'a[href="/?p=1+horse!"]',
  ])
    t.ok(values.isIn(selector), selector);
  t.notOk(values.isIn('text/horse'));
});

t.test('keeps a value that another field continues, or that was replaced', async (t) => {
  const values = createSecretValues();
  values.add('password', 'a', 'hunter');
  values.add('password2', 'b', 'hunter');
  values.add('password2', 'b', 'hunter22');
  values.add('password', 'a', 'swordfish');
  t.equal(values.hide('hunter hunter22 swordfish'), '{{password}} {{password2}} {{password}}');
});
