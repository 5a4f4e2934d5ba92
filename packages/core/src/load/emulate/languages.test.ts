import t from 'tap';
import { languagesOf, languagesOfLocale, ownLanguageHeader } from './languages.ts';

t.test('reads languages in the order of their weights', async (t) => {
  t.same(languagesOf('fr, en;q=0.5'), ['fr', 'en']);
  t.same(languagesOf('en;q=0.5,de-CH, de ; Q=0.9, it;q=0, *;q=0.1'), ['de-CH', 'de', 'en']);
  t.same(languagesOf('*'), []);
  t.same(languagesOf(' ,, fr;q=x'), []);
});

t.test('a locale includes its language', async (t) => {
  t.same(languagesOfLocale('fr-CH'), ['fr-CH', 'fr']);
  t.same(languagesOfLocale('fr'), ['fr']);
  t.same(languagesOfLocale(undefined), []);
});

t.test('sets a header only if Chromium would write another one', async (t) => {
  const own = (value: string) => [{ name: 'Accept-Language', value }];
  for (const same of ['fr', 'fr-CH,fr;q=0.9,en;q=0.8']) t.same(ownLanguageHeader(same), [], same);
  for (const other of ['fr, en;q=0.5', 'fr,en', '*', 'en;q=0.5,fr']) {
    t.same(ownLanguageHeader(other), own(other), other);
  }
  const many = Array.from({ length: 11 }, (_, at) => `l${at}${at ? `;q=0.${10 - at || 1}` : ''}`);
  t.same(ownLanguageHeader(many.join(',')), [], 'weights end at 0.1');
  t.same(ownLanguageHeader(undefined), []);
});
