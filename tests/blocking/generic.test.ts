import { COLOURS, inDepth, isClose } from '@tintype/testkit';
import t from 'tap';
import { createBlockLab } from './lab.ts';
import { pageUnder } from './vendor-pages.ts';

/** For each render, true if autoconsent was injected into the page. */
const consentScripts: boolean[] = [];
const lab = await createBlockLab(t, {
  plugins: [
    {
      name: 'watch',
      hooks: {
        async pageReady(page) {
          consentScripts.push(await page.evaluate<boolean>("'tintypeConsent' in globalThis"));
        },
      },
    },
  ],
});

const recorder = `<script>
addEventListener('click', ({ target }) => {
  const says = target.closest('[data-says]')?.dataset.says;
  if (!says) return;
  document.title = says;
  target.closest('.over').remove();
  for (const sheet of document.querySelectorAll('.sheet')) sheet.remove();
  document.body.style.cssText = '';
});
</script>`;

interface Banner {
  text: string;
  buttons: string;
  around?: 'bar' | 'box';
}

const button = (label: string, says?: string) =>
  `<button${says ? ` data-says="${says}"` : ''}>${label}</button>`;
const over = ({ text, buttons, around = 'bar' }: Banner) =>
  `<div class="over ${around}"><p>${text}</p><div>${buttons}</div></div>`;

/** As tall as the default window: a box in its middle and a bar at its end stand apart. */
const narrow = { viewport_width: 640, viewport_height: 1080 };

/**
 * Renders and returns the rest of the banner (red) at the middle and the bottom, and the records.
 */
async function look(html: string, parameters: Record<string, unknown> = {}) {
  const page = pageUnder(html + recorder);
  const { result, image } = await lab.shoot({ html: page, ...narrow, ...parameters });
  const at = (x: number, y: number) => isClose(image.at(x, y), COLOURS.green);
  return {
    result,
    image,
    banner: result.blocking?.banner,
    title: result.metadata.title,
    isClear: at(320, 540) && at(320, 1060) && at(20, 1060) && at(620, 300),
  };
}

const languages: Record<string, [text: string, reject: string, accept: string]> = {
  en: ['We use cookies to improve your experience.', 'Reject all', 'Accept all'],
  de: [
    'Wir verwenden Cookies, um unsere Website zu verbessern.',
    'Nur notwendige Cookies',
    'Alle akzeptieren',
  ],
  fr: [
    'Nous utilisons des cookies pour améliorer votre expérience.',
    'Tout refuser',
    'Tout accepter',
  ],
  es: ['Utilizamos cookies propias y de terceros.', 'Rechazar todo', 'Aceptar todo'],
  it: ['Questo sito utilizza cookie tecnici e di profilazione.', 'Rifiuta tutti', 'Accetta tutti'],
  nl: ['Wij gebruiken cookies om de site te verbeteren.', 'Alleen noodzakelijke', 'Akkoord'],
  pl: ['Używamy plików cookie, aby ulepszyć stronę.', 'Odrzuć wszystkie', 'Zgadzam się'],
  sv: [
    'Vi använder kakor för att förbättra din upplevelse.',
    'Endast nödvändiga kakor',
    'Godkänn alla',
  ],
  fi: ['Käytämme evästeitä sivuston parantamiseen.', 'Vain välttämättömät', 'Hyväksy kaikki'],
  cs: ['Používáme soubory cookie.', 'Odmítnout vše', 'Přijmout vše'],
  tr: ['Deneyiminizi iyileştirmek için çerezleri kullanıyoruz.', 'Tümünü reddet', 'Kabul et'],
  ru: ['Мы используем файлы cookie.', 'Отклонить', 'Принять все'],
  el: ['Χρησιμοποιούμε cookies.', 'Απόρριψη όλων', 'Αποδοχή όλων'],
  ja: ['当サイトではCookieを使用しています。', 'すべて拒否', 'すべて同意'],
  zh: ['我们使用 Cookie 改善您的体验。', '全部拒绝', '全部接受'],
  ar: ['نستخدم ملفات تعريف الارتباط.', 'رفض الكل', 'قبول الكل'],
};

/**
 * Letters of three kinds, one that is written from the right, and one whose i has rules of its own.
 */
const covering = ['en', 'tr', 'ja', 'ar'];

for (const [language, [text, reject, accept]] of Object.entries(languages)) {
  if (!covering.includes(language) && !inDepth(t, language)) continue;
  t.test(`${language}: the button that says no is pressed`, async (t) => {
    const buttons = button(accept, 'in') + button(reject, 'out');
    const seen = await look(over({ text, buttons, around: language > 'f' ? 'bar' : 'box' }));
    t.match(seen.banner, { found: true, how: 'opt-out' });
    t.equal(seen.title, 'out');
    t.ok(seen.isClear);
    t.equal(consentScripts.at(-1), false, 'a banner of its own is no matter for autoconsent');
  });
}

t.test('where nothing says no, the banner is hidden and nothing is agreed to', async (t) => {
  const [text = ''] = languages['en'] ?? [];
  const cases = [
    { text, buttons: button('Got it', 'in') },
    { text: `${text} By continuing you consent.`, buttons: '' },
    { text, buttons: button('OK', 'in') + '<a href="/refuse">How to refuse cookies</a>' },
    { text, buttons: button('Accept', 'in') + button('Reject and subscribe for 3 €', 'out') },
    { text, buttons: button('Reject all') + button('Accept', 'in') },
  ];
  for (const banner of cases.filter((_, at) => at === 1 || at === 3 || inDepth(t))) {
    const seen = await look(over(banner));
    t.match(seen.banner, { found: true, how: 'hidden' }, banner.buttons);
    t.equal(seen.title, 'none');
    t.ok(seen.isClear);
  }
});

t.test('the dark sheet goes, and the page scrolls again', async (t) => {
  const banner = over({ text: 'We use cookies.', buttons: button('OK', 'in'), around: 'box' });
  const locks = [
    'html,body{overflow:hidden;height:100%}',
    'body{position:fixed;width:100%;top:0;overflow:hidden}',
    'html{overflow:hidden!important}body{overflow:hidden!important}',
  ];
  for (const lock of locks.filter((_, at) => at === 1 || inDepth(t))) {
    const seen = await look(`<style>${lock}</style><div class="sheet"></div>${banner}`, {
      full_page: true,
    });
    t.ok(seen.isClear, lock);
    t.equal(seen.image.height, 3000, lock);
  }
});

// As in millions of blogs: only the text and the buttons have names, and their container has none.
const namedParts = (text: string, buttons: string) =>
  `<div class="bar"><div style="position:relative"><span class="cookie-choices-text">${text}</span><span
class="cookie-choices-buttons">${buttons}</span></div></div>`;
const dutch = 'Deze site gebruikt cookies van Google om services te leveren.';

t.test('a bar whose parts alone are named goes as a whole', async (t) => {
  const cases = [
    namedParts(
      dutch,
      '<a href="https://e.example/more">Meer informatie</a><a href="#">Ik snap het</a>',
    ),
    namedParts(dutch, '<a href="https://e.example/more">Meer</a><a href="#">Hup</a>'),
    namedParts(
      'We use cookies to make this site work for you.',
      `${button('Sure, whatever', 'in')}${button('More', 'more')}`,
    ),
  ];
  for (const html of cases.filter((_, at) => at === 2 || inDepth(t))) {
    const seen = await look(html);
    t.match(seen.banner, { found: true, how: 'hidden' }, html);
    t.equal(seen.title, 'none');
    t.ok(seen.isClear, html);
  }
});

t.test('a page in a layer of its own is not removed with its banner', async (t) => {
  const seen = await look(`<div style="position:absolute;inset:0;z-index:5">
<canvas width="200" height="200" style="position:absolute;left:220px;top:440px;background:#00f"></canvas>
<section style="position:relative"><p class="cookie-notice" style="background:#f00">We use cookies. By continuing you consent.</p></section>
</div>`);
  t.match(seen.banner, { found: true, how: 'hidden' });
  t.ok(isClose(seen.image.at(320, 540), COLOURS.blue), 'the canvas is there');
});

t.test('nor does one whose banner is fixed inside the layer', async (t) => {
  const seen = await look(`<div style="position:fixed;inset:0;background:#0f0">
<p>${'Of the page itself. '.repeat(10)}</p><div id="blue" style="position:absolute;left:220px;top:440px;width:200px;height:200px;background:#00f"></div>
<div class="cookie-banner bar"><p>${'We use cookies. '.repeat(40)}</p>${button('OK', 'in')}</div></div>`);
  t.match(seen.banner, { found: true, how: 'hidden' });
  t.ok(isClose(seen.image.at(320, 540), COLOURS.blue), 'the layer is there');
  t.ok(isClose(seen.image.at(320, 1060), COLOURS.green), 'the banner is not');
});

t.test('nor a form in which a note about cookies lies', async (t) => {
  const seen =
    await look(`<div style="position:absolute;left:120px;top:440px;width:400px;height:200px;z-index:20;background:#00f">
<h2>Sign up</h2><input type="email"><p class="cookie-note" style="margin-top:20px;background:#f00">We use cookies on this form. By continuing you consent to that use.</p></div>`);
  t.ok(isClose(seen.image.at(125, 630), COLOURS.blue), 'the form is there');
});

t.test('autoconsent is put into a page where it may know something', async (t) => {
  await look(
    '<script>window.GDPR_LC = {}</script>' +
      over({ text: 'We use cookies.', buttons: button('Got it', 'in') }),
  );
  t.equal(consentScripts.at(-1), true, 'a tool that has a script');
  const broken = `<script>Promise.prototype.then = () => new Promise(() => {})</script>`;
  const seen = await look(
    broken + over({ text: 'We use cookies.', buttons: button('Got it', 'in') }),
  );
  t.match(seen.banner, { found: true, how: 'hidden' }, 'a page that answers nothing');
});

t.test('a modal dialog of the browser itself is closed', async (t) => {
  const seen = await look(`<dialog style="background:#f00;border:0">We use cookies on this site.
<button>OK</button></dialog><script>document.querySelector('dialog').showModal()</script>`);
  t.match(seen.banner, { found: true, how: 'hidden' });
  t.ok(seen.isClear);
});

t.test('other dialogs, and what belongs to the page, are left alone', async (t) => {
  const others: Record<string, string> = {
    login: `<h2>Sign in</h2><input type="email"><input type="password">${button('Sign in')}
<p>By signing in you accept our use of cookies.</p>${button('Accept', 'in')}`,
    'age gate': `<h2>Are you over 18?</h2><p>By entering you accept our use of cookies.</p>
${button('Yes, I accept', 'in')}${button('No, leave', 'out')}`,
    recipes: `<h2>Cookies, cookies, cookies</h2><p>Ten recipes with chocolate.</p>
${button('Get them', 'in')}${button('No thanks', 'out')}`,
    'login without a form': `<h2>Log in to go on</h2>${button('Continue with Example', 'in')}
<p>By continuing you agree to our use of cookies.</p>`,
    newsletter: `<h2>Our newsletter</h2><p>We use cookies in our mails.</p><input type="email">
${button('Subscribe', 'in')}${button('No thanks', 'out')}`,
    terms: `<h2>New terms</h2><p>Our terms have changed.</p>${button('Accept', 'in')}${button('Decline', 'out')}`,
  };
  const bars: Record<string, string> = {
    'a bar with a link about cookies': `<div class="over bar"><a class="cookie-link" href="/c">How we use cookies</a>
<a href="/p">Privacy</a> ${button('Chat with us', 'in')}</div>`,
    'a footer that stays': `<footer class="over bar"><a href="/p">Privacy</a> <a href="/c">Cookie policy</a>
<button>Cookie settings</button></footer>`,
    'a menu that stays': `<div class="over bar"><nav><a href="/">Home</a> <a href="/cookies">We use cookies</a></nav>
${button('Accept', 'in')}</div>`,
    'a bar that holds a banner nobody sees': `<div class="over bar">ACME ${button('Menu', 'in')}
<div id="cookie-banner" hidden>We use cookies to improve your experience.</div></div>`,
  };
  const alone: Record<string, string> = {
    'a card of a bakery': `<div class="cookie-card" style="position:absolute;left:0;right:0;top:420px;height:260px;background:#f00"><p>Chocolate chip cookie. We use Belgian chocolate.</p>
${button('Add to cart', 'in')}</div>`,
    'a page in a fixed frame': `<div class="over" style="position:fixed;inset:0;background:#f00;overflow:auto"><main>
<h1>How we use cookies</h1><p>${'About cookies and consent. '.repeat(60)}</p>${button('OK', 'in')}</main></div>`,
  };
  const dialogs = Object.fromEntries(
    Object.entries(others).map(([name, inside]) => [
      name,
      `<div class="over box" role="dialog" aria-modal="true">${inside}</div>`,
    ]),
  );
  const { red } = COLOURS;
  const isLeft = async (name: string, html: string, ...places: [x: number, y: number][]) => {
    const seen = await look(html);
    t.same(seen.banner, { found: false }, name);
    t.equal(seen.title, 'none', `${name}: nothing was pressed`);
    for (const [x, y] of places) t.ok(isClose(seen.image.at(x, y), red), `${name}: still there`);
  };
  // Each dialog has a bar below it: none of them is taken for a banner.
  const below = Object.entries(bars);
  for (const [nth, [name, dialog]] of Object.entries(dialogs).entries()) {
    const [beside, bar] = below[nth % below.length] ?? ['', ''];
    if (nth > 2 && !inDepth(t, name)) continue;
    await isLeft(`${name}, ${beside}`, dialog + bar, [320, 790], [320, 1070]);
  }
  for (const [name, html] of Object.entries({ ...dialogs, ...bars, ...alone })) {
    if (!(name in alone) && !inDepth(t, `${name}, alone`)) continue;
    await isLeft(name, html, name in bars ? [320, 1070] : [320, name in alone ? 670 : 790]);
  }
});

t.test('scrape: the banner is no part of the text, with scripts and without', async (t) => {
  const banner = over({ text: 'We use cookies.', buttons: button('Reject', 'out') });
  const script = `<script src="https://consent.cookiebot.com/uc.js"></script>`;
  for (const js_enabled of [true, false].filter((isOn) => !isOn || inDepth(t, 'with scripts'))) {
    const { body, blocking } = await lab.render({
      kind: 'scrape',
      format: 'md',
      url: lab.server.page('/scrape', pageUnder(script + banner + recorder)),
      js_enabled,
    });
    const text = Buffer.from(body).toString();
    t.match(text, /News of the day/);
    t.notMatch(text, /cookies/);
    t.match(blocking?.banner, { found: true, how: js_enabled ? 'opt-out' : 'hidden' });
  }
});

t.test('a page without a banner is not touched', async (t) => {
  const lock = '<style>html,body{overflow:hidden;height:100%}</style>';
  const locked = await look(lock, { full_page: true });
  t.same(locked.banner, { found: false });
  t.ok(locked.isClear);
  t.equal(locked.image.height, 1080, 'a lock without a banner is the page’s own');
});

t.test('none leaves the banner, and the result reports that no search took place', async (t) => {
  const banner = over({ text: 'We use cookies.', buttons: button('Reject', 'out') });
  const levels = ['none', 'tracking'].filter((level) => level === 'none' || inDepth(t, level));
  for (const block_annoyance of levels) {
    const seen = await look(banner, { block_annoyance });
    t.equal(seen.banner, undefined);
    t.notOk(seen.isClear);
    t.equal(seen.title, 'none');
  }
});

t.test('a banner that stays costs at most three seconds', async (t) => {
  const stubborn = `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" class="bar">We use cookies.
<button id="onetrust-pc-btn-handler">Settings</button></div></div>`;
  for (const timeout of [20, 4].filter((seconds) => seconds === 4 || inDepth(t))) {
    const seen = await look(stubborn, { timeout });
    t.match(seen.banner, { found: true, how: 'hidden', vendor: /onetrust/i });
    t.ok(seen.isClear);
  }
});
