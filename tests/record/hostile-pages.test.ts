import t from 'tap';
import { createFixtureServer } from '@tintype/testkit';
import { noWindow as skip, openWindow, outline } from './open-window.ts';

// Pages that try to disturb the recorder, to see it, or to write steps of their own.
const server = await createFixtureServer(t);

const button = `<button id="buy" style="position:absolute;left:20px;top:20px;width:100px;height:30px">Buy</button>`;

server.page(
  '/synthetic',
  `<!doctype html><title>Synthetic</title>${button}<input id="field"><script>
onload = () => {
  for (let n = 0; n < 1e6; n += 1) {
    buy.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
    if (n % 1000 === 0) { buy.click(); field.dispatchEvent(new InputEvent('input', { bubbles: true })); dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })); }
  }
  document.title = 'Done';
}</script>`,
);
server.page(
  '/typing',
  `<!doctype html><title>Typing</title>${button}<input id="field"><input id="other"><script>
onload = () => { const end = Date.now() + 3000; const work = () => {
  for (const one of [field, other]) { one.focus(); document.execCommand('insertText', false, 'x'); scrollTo(0, Math.random() * 99) }
  if (Date.now() < end) setTimeout(work); else document.title = 'Done' }; work() }</script>`,
);
server.page(
  '/prototypes',
  `<!doctype html><title>Prototypes</title><script>
const lie = () => { throw new Error('no') };
for (const type of [Element, Node, Document, Event, UIEvent, MouseEvent, EventTarget, HTMLElement, HTMLInputElement, Array, Map, WeakMap, String, Set]) {
  for (const name of Object.getOwnPropertyNames(type.prototype)) {
    if (name === 'constructor' || /^(?:push|forEach|addEventListener|length|readyState|title)$/.test(name)) continue;
    try { Object.defineProperty(type.prototype, name, { get: lie, set: lie, configurable: true }) } catch {}
  }
}
JSON.stringify = JSON.parse = Reflect.get = CSS.escape = lie;
</script><form id="form" name="localName"><input name="localName"><input name="parentNode"><input name="children"><input name="getAttribute">${button}</form>`,
);
server.page(
  '/stopped',
  `<!doctype html><title>Stopped</title><script>
for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault() }, true);
</script>${button}`,
);
server.page(
  '/written',
  `<!doctype html><title>First</title><script>onload = () => { document.open(); document.write(\`<title>Written</title>${button}\`); document.close() }</script>`,
);
server.page(
  '/looking',
  `<!doctype html><title>Looking</title>${button}<script>
const seen = []; const names = new Set(Object.getOwnPropertyNames(window));
buy.onclick = () => {
  for (const name of Object.getOwnPropertyNames(window)) if (!names.has(name)) seen.push(name);
  for (const name of ['tintypeRecord', 'tintypeRecorder']) if (name in window) seen.push(name);
  try { tintypeRecord(JSON.stringify({ type: 'key', keys: ['Enter'] })); seen.push('called') } catch {}
  document.title = 'Seen: ' + seen;
}</script>`,
);
server.page(
  '/removed',
  `<!doctype html><title>Removed</title>${button}<script>buy.onmousedown = () => { buy.replaceWith('gone') }</script>`,
);

server.page(
  '/forging',
  `<!doctype html><title>Forging</title>${button}<p style="margin-top: 60px"><input id="field"><input id="box" type="checkbox"><input type="radio" id="radio"><p id="text" contenteditable>a</p><script>
let times = 0;
setInterval(() => { times += 1;
  for (const one of [field, text]) { one.focus(); document.execCommand('insertText', false, 'x') }
  box.click(); radio.checked = false; radio.click() }, 50);
</script>`,
);

const bought = ['click #buy'];

t.test('events that scripts dispatch are no steps', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/synthetic'));
  await person.sees(`document.title === 'Done'`);
  await person.click('document.getElementById("buy")');
  t.same(outline(await close()), bought);
});

t.test('typing by scripts takes no time from a person', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/typing'));
  await person.sees(`document.title === 'Done'`);
  await person.pause(1500);
  await person.click('document.getElementById("buy")');
  t.same(outline(await close()), bought);
});

t.test('changes that scripts make are no steps', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/forging'));
  await person.sees('times > 20');
  await person.click('document.getElementById("buy")');
  await person.pause(500);
  t.same(outline(await close()), bought);
});

t.test('changed prototypes and named fields change nothing', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/prototypes'));
  await person.clickAt(60, 35);
  t.same(outline(await close()), ['click #buy ->']);
});

t.test('a page that stops all events is recorded', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/stopped'));
  await person.clickAt(60, 35);
  t.same(outline(await close()), bought);
});

t.test('a document that is written again is recorded', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/written'));
  await person.sees(`document.title === 'Written'`);
  await person.pause(200);
  await person.clickAt(60, 35);
  t.same(outline(await close()), bought);
});

t.test('a page neither sees nor calls the recorder', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/looking'));
  await person.click('document.getElementById("buy")');
  t.equal(await person.evaluate('document.title'), 'Seen:');
  t.same(outline(await close()), bought);
});

t.test('an element that goes away when it is pressed is recorded', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/removed'));
  await person.clickAt(60, 35);
  t.same(outline(await close()), bought);
});
