import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { noWindow as skip, openWindow, outline } from './open-window.ts';

// Steps that pages cause by less usual events, and names that do not last.
const server = await createFixtureServer(t);

server.page('/sent', `<!doctype html><title>Sent</title>Sent`);
server.page(
  '/keys',
  `<!doctype html><title>Keys</title><div id="go" role="button" tabindex="0">Go</div><div id="page" tabindex="0">Page</div>
<button id="real">Real</button><form onsubmit="document.title = 'Sent'; return false"><input id="box" type="checkbox"><button>Send</button></form><textarea id="lines"></textarea>
<script>onkeydown = (event) => { if (event.target.id === 'go') document.title += event.key }</script>`,
);
server.page(
  '/press',
  `<!doctype html><title>Press</title><button id="go">Go</button><script>
go.onmousedown = () => { location = '/sent' }</script>`,
);
server.page(
  '/names',
  `<!doctype html><title>Names</title><a href="/sent?reset_token=abc" onclick="return false">Reset</a>
<p contenteditable id="mat-input-3">Private words</p><p>End`,
);
server.page(
  '/long',
  `<!doctype html><title>Long</title><textarea id="a"></textarea><textarea id="b"></textarea>`,
);

server.page(
  '/unrecorded',
  `<!doctype html><title>Unrecorded</title><select id="list" multiple size="3"><option selected>One<option>Two<option>Three</select>
<a id="link" href="#there" onclick="return false">Link</a><p id="box" draggable="true" style="width:100px;height:40px">Box`,
);

t.test('keys that pages handle without preventing the default', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/keys'));
  const focus = (id: string) => person.evaluate(`document.getElementById('${id}').focus()`);
  await focus('go');
  await person.press('Enter');
  await focus('page');
  await person.type('a/');
  await focus('real');
  await person.press('Enter');
  await focus('lines');
  await person.press('Enter');
  await person.press('Enter', 13, 2);
  await focus('box');
  await person.press('Enter');
  await person.sees(`document.title === 'Sent'`);
  const keys = ['keyDown Enter', 'keyUp Enter'];
  t.same(
    outline(await close()).map((one) => one.replace(/ ->$/, '')),
    [
      ...keys,
      'keyDown /',
      'keyUp /',
      'click #real',
      'change #lines = \n',
      'keyDown Control',
      ...keys,
      'keyUp Control',
      ...keys,
    ],
  );
});

t.test('a press that opens a page is a click', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/press'));
  await person.click('go');
  await person.sees(`document.title === 'Sent'`);
  t.same(outline(await close()), ['click #go ->']);
});

t.test('selectors contain no query and no text of an editor', { skip }, async (t) => {
  const { person, close } = await openWindow(t, server.url('/names'));
  await person.click('document.links[0]');
  await person.click('document.querySelector("[contenteditable]")');
  const steps = JSON.stringify(await close());
  t.match(steps, 'text/Reset');
  t.notMatch(steps, /reset_token|Private words|mat-input/);
});

t.test('a text that is too long is reported', { skip }, async (t) => {
  const { person, notes, window, close } = await openWindow(t, server.url('/long'));
  const paste = async (id: string, text: string) => {
    await person.click(id);
    await window.tabs()[0]!.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'v' });
    await window.tabs()[0]!.send('Input.insertText', { text });
    await person.pause(400);
  };
  await paste('a', 'x'.repeat(70_000));
  await paste('b', '"'.repeat(65_000));
  t.same(outline(await close()), ['click #a', 'click #b']);
  t.match(notes, [/^A text is not recorded/]);
});

t.test('what no step repeats is reported, each once', { skip }, async (t) => {
  const { person, notes, close } = await openWindow(t, server.url('/unrecorded'));
  await person.click('list.options[1]', { modifiers: 2 });
  t.same(notes, []);
  await person.click('list.options[0]', { modifiers: 2 });
  await person.click('list.options[2]', { modifiers: 2 });
  await person.sees(`[...list.selectedOptions].map((one) => one.text).join() === 'Two,Three'`);
  for (let times = 0; times < 2; times += 1) await person.click('link', { button: 'middle' });
  const [x, y] = await person.evaluate<[number, number]>(
    '[box.getBoundingClientRect().x + 20, box.getBoundingClientRect().y + 20]',
  );
  await person.drag([x, y], [x + 200, y + 100]);
  await close();
  t.match(notes, [
    /^A list begins with a chosen entry that you deselected/,
    /^A click with the middle button is not recorded/,
    /^Dragging is not recorded/,
  ]);
  t.equal(notes.length, 3);
});
