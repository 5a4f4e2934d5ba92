import { text } from 'node:stream/consumers';
import { until } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { noWindow as skip, openWindow, outline } from './open-window.ts';
import { personAt } from './person.ts';

// A person is simulated in a window, and a render does the same steps.
const lab = await createLab(t);
const { server } = lab;
const elsewhere = '127.0.0.2';

server.page(
  '/login',
  `<!doctype html><title>Login</title><form method="post" action="/enter">
<p><label>E-mail <input name="email"></label><p><input type="password" name="password" aria-label="Password">
<p><select name="role" aria-label="Role"><option value="reader">Reader<option value="editor">Editor</select>
<p><label><input type="checkbox" name="keep"> Keep me logged in</label><p><button>Log in</button></form>`,
);
server.route('/enter', async (request, response) => {
  const form = new URLSearchParams(await text(request));
  const location = `/home?${form.get('email')},${form.get('password') === 'correct horse'},${form.get('role')},${form.get('keep')}`;
  response.writeHead(303, { location }).end();
});
server.page(
  '/home',
  `<!doctype html><title>Home</title><script>localStorage.who = decodeURIComponent(location.search.slice(1))</script>
<style>iframe { position: absolute; left: 0; top: 100px; width: 300px; height: 100px; border: 0 }</style>
<iframe src="${server.url('/framed', elsewhere)}"></iframe>`,
);
server.page(
  '/framed',
  `<!doctype html><style>a { position: absolute; left: 10px; top: 10px }</style><a href="${server.url('/app')}" target="_top">Open the app</a>`,
);
server.page(
  '/app',
  `<!doctype html><title>App</title><x-menu></x-menu><main></main><script>
customElements.define('x-menu', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<button>Save</button> <button class="css-1x2y3z">Reports</button>';
  this.shadowRoot.lastChild.onclick = () => { history.pushState(null, '', '/app/reports'); setTimeout(() => {
    document.querySelector('main').innerHTML = '<h1>Reports</h1><a href="/report" target="_blank">Annual report</a>' }, 200) } } });
</script>`,
);
server.page(
  '/report',
  `<!doctype html><title>Report</title><input aria-label="Filter"><ul></ul><script>
const [field] = document.getElementsByTagName('input');
field.onkeydown = (event) => { if (event.key === 'Enter') document.title = [localStorage.who, field.value].join() }</script>`,
);

t.test('a render does the recorded steps', { skip }, async (t) => {
  const { window, person, close } = await openWindow(t, server.url('/login'));
  await person.click(`document.querySelector('[name=email]')`);
  await person.type('ada@example.com');
  await person.press('Tab', 9);
  await person.type('correct horse');
  await person.evaluate(`document.querySelector('select').focus()`);
  await person.press('ArrowDown', 40);
  await person.sees(`document.querySelector('select').value === 'editor'`);
  await person.click(`document.querySelector('label:has([type=checkbox])')`);
  await person.click(`document.querySelector('button')`);
  await person.sees(`document.title === 'Home'`);
  await until(async () => server.requests('/framed').length > 0);
  await person.pause(500);
  await person.clickAt(30, 120);
  await person.sees(`document.title === 'App'`);
  await person.click(`document.querySelector('x-menu').shadowRoot.lastChild`);
  await person.click(`document.querySelector('main a')`);
  await until(() => window.tabs().length === 2);
  const second = personAt(window.tabs()[1]!);
  await second.sees(`document.title === 'Report'`);
  await second.click(`document.querySelector('input')`);
  await second.type('2026');
  await second.press('Enter');
  await second.sees(`document.title.endsWith('2026')`);
  const recorded = await close();
  const { steps, secrets } = window.recording;

  t.same(secrets, ['password']);
  t.notMatch(JSON.stringify(steps), 'correct horse');
  t.same(outline(recorded), [
    'click input[name="email"]',
    'change input[name="email"] = ada@example.com',
    'change input[name="password"] = {{password}}',
    'change select[name="role"] = editor',
    'click text/Keep me logged in',
    'click text/Log in ->',
    'click text/Open the app [0] ->',
    'click text/Reports ->',
    'click a[href="/report"] ->',
    'click input[aria-label="Filter"]',
    'change input[aria-label="Filter"] = 2026',
    'keyDown Enter',
    'keyUp Enter',
  ]);
  t.match(recorded[5], {
    selectors: [['aria/Log in[role="button"]'], ['text/Log in'], ['button']],
    assertedEvents: [{ type: 'navigation', url: server.url('/home') }],
  });
  t.match(recorded[7], {
    selectors: [
      ['aria/Reports[role="button"]'],
      ['text/Reports'],
      ['x-menu', 'button:nth-of-type(2)'],
      ['pierce/button:nth-of-type(2)'],
    ],
  });
  const { metadata, warnings } = await lab.renderer.render({
    kind: 'screenshot',
    steps: { title: 'Recorded', steps },
    secrets: { password: 'correct horse' },
  });
  t.equal(metadata.title, 'ada@example.com,true,editor,on,2026');
  t.same(warnings, []);
});

server.page(
  '/fields',
  `<!doctype html><title>Fields</title><input id="pin" type="password"><button id="show" type="button" onclick="pin.type = 'text'">Show</button>
<input name="token" autocomplete="one-time-code"><input id="mirror"><p id="shown"></p><p contenteditable id="note">Old</p>
<button id="twice">Twice</button><a href="/long">Long</a><script>
const pin = document.getElementById('pin');
pin.oninput = () => { document.getElementById('shown').textContent = pin.value };
onkeydown = (event) => { if (event.key === 'k' && event.ctrlKey) event.preventDefault() }</script>`,
);
server.page('/long', `<!doctype html><title>Long</title><main style="height: 3000px">Long</main>`);

t.test('secrets, keys, double clicks, scrolling and typed addresses', { skip }, async (t) => {
  const { window, person, close } = await openWindow(t, server.url('/fields'));
  const at = (selector: string) => person.click(`document.querySelector('${selector}')`);
  await at('#pin');
  await person.type('hunter');
  await at('#show');
  await at('#pin');
  await person.press('End', 35);
  await person.type('22');
  await at('#shown');
  await at('[name=token]');
  await person.type('123456');
  await at('#mirror');
  await person.type('hunter22');
  await at('#note');
  await person.press('Control', 17);
  await person.press('k', 75, 2);
  await person.press('Escape', 27);
  await person.click(`document.querySelector('#twice')`, { count: 2 });
  await person.click(`document.querySelector('#twice')`, { button: 'right' });
  await person.press('Escape', 27);
  await person.goTo(server.url('/long'));
  await person.wheel(500);
  await person.wheel(500);
  const steps = await close();
  t.same(window.recording.secrets, ['pin', 'code', 'password']);
  t.notMatch(JSON.stringify(steps), /hunter|123456/);
  t.same(outline(steps), [
    'click #pin',
    'change #pin = {{pin}}',
    'click #show',
    'click #pin',
    'change #pin = {{pin}}',
    'click #shown',
    'click input[name="token"]',
    'change input[name="token"] = {{code}}',
    'click #mirror',
    'change #mirror = {{password}}',
    'click #note',
    'keyDown Control',
    'keyDown k',
    'keyUp k',
    'keyUp Control',
    'keyDown Escape',
    'keyUp Escape',
    'doubleClick #twice',
    'click #twice',
    'keyDown Escape',
    'keyUp Escape',
    'navigate /long',
    'scroll',
  ]);
  t.match(steps.at(-1), { x: 0, y: 1000 });
});

server.page(
  '/form',
  `<!doctype html><title>Form</title><form action="/land"><input id="user" name="user"><input type="password" name="password"><button>Enter</button></form>`,
);
server.page(
  '/land',
  `<!doctype html><title>Land</title><button id="own"></button><a id="again" href="">Again</a><script>
const password = new URLSearchParams(location.search).get('password');
document.title = own.textContent = password;
again.href = location.href</script>`,
);

t.test('values of secrets are in no address, name or earlier field', { skip }, async (t) => {
  const { window, person, close } = await openWindow(t, server.url('/form'));
  await person.pause(500);
  const secret = 'hunter22 & xyz';
  await person.click(`document.querySelector('#user')`);
  await person.type(secret);
  await person.click(`document.querySelector('[type=password]')`);
  await person.type(secret);
  await person.click(`document.querySelector('button')`);
  await person.sees(`document.title === '${secret}'`);
  await person.pause(2500);
  await window.tabs()[0]!.send('Page.reload');
  await person.pause(500);
  await person.sees(`document.title === '${secret}'`);
  await person.click(`document.querySelector('#own')`);
  await person.click(`document.querySelector('#again')`);
  const steps = await close();
  t.notMatch(JSON.stringify(steps), /hunter|xyz/);
  t.same(outline(steps), [
    'click #user',
    'change #user = {{password}}',
    'click input[name="password"]',
    'change input[name="password"] = {{password}}',
    'click text/Enter ->',
    'navigate /land',
    'click #own',
    'click #again ->',
  ]);
});

server.page(
  '/search',
  `<!doctype html><title>Search</title><input id="field"><script>
history.replaceState(null, '', '#start');
field.oninput = () => history.replaceState(null, '', '?q=' + field.value)</script>`,
);
server.page(
  '/reloads',
  `<!doctype html><title>Reloads</title><script>
if (sessionStorage.count !== 'xx') setTimeout(() => { sessionStorage.count = (sessionStorage.count ?? '') + 'x'; location.reload() }, 2300)</script>`,
);

t.test('addresses that a page changes and reloads are no steps', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/long'));
  await person.goTo(server.url('/search#typed')).catch(() => {});
  await person.pause(700);
  await person.click(`document.querySelector('#field')`);
  for (const letter of 'abc') {
    await person.type(letter);
    await person.pause(300);
  }
  await person.goTo(server.url('/reloads'));
  await person.sees(`sessionStorage.count === 'xx'`);
  await person.pause(500);
  const steps = outline(await close());
  t.same(
    steps.map((step) => step.replace(/ ->$/, '')),
    ['navigate /search', 'click #field', 'change #field = abc', 'navigate /reloads'],
  );
});
