import t from 'tap';
import { entityList } from './block-hosts.ts';
import { loadEntityHosts } from './entity-hosts.ts';
import { createFirstParty } from './first-party.ts';

const entities = await loadEntityHosts();

t.test('hosts are known by name, and by the name above', async (t) => {
  t.match(entities.find('www.google-analytics.com'), {
    name: 'Google Analytics',
    category: 'tracking',
  });
  t.match(entities.find('securepubads.g.doubleclick.net'), { category: 'ads' });
  t.equal(entities.find('cdn.jsdelivr.net')?.category, undefined, 'known, and needed by pages');
  t.equal(entities.find('consent.cookiebot.com')?.category, undefined, 'consent tools are not');
  t.equal(entities.find('www.youtube.com')?.category, undefined, 'nor are videos');
  for (const host of ['shop.example', 'notdoubleclick.net', 'localhost', '127.0.0.1', '']) {
    t.equal(entities.find(host), undefined, host);
  }
});

t.test('a list gives the category that was asked for', async (t) => {
  const list = entityList(entities, new Set(['ads']));
  const nobody = createFirstParty(entities);
  t.equal(list('ad.doubleclick.net', nobody), 'ads');
  t.equal(list('www.google-analytics.com', nobody), undefined);
});

t.test('the page’s own hosts: its site, and its company', async (t) => {
  const party = createFirstParty(entities);
  party.add('https://www.shop.co.uk/a');
  t.ok(party.covers('cdn.shop.co.uk'));
  t.notOk(party.covers('other.co.uk'), 'a public suffix is no site');
  party.add('https://me.netlify.app/');
  t.notOk(party.covers('you.netlify.app'), 'nor is a private one');
  party.add('https://www.facebook.com/');
  t.ok(party.covers('static.xx.fbcdn.net'));
  t.equal(party.url, 'https://www.facebook.com/');
  party.add('http://127.0.0.1:3000/');
  t.ok(party.covers('127.0.0.1'));
  t.notOk(party.covers('127.0.0.2'));
  party.add('not a url');
  t.equal(party.url, 'http://127.0.0.1:3000/');
});
