import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// Pages of one browser share its clipboard.
const apart = await createLab(t, { chrome: { args: ['--site-per-process'] }, concurrency: 1 });
const { server } = apart;

const copier = `<button onclick="a.select(); document.title = document.execCommand('copy')">Copy</button><textarea id="a">s3cret</textarea>`;
const field = `<!doctype html><textarea id="a" autofocus oninput="top.postMessage(this.value, '*')" onpaste="top.postMessage('paste ' + event.clipboardData.getData('text/plain'), '*')"></textarea>
<div id="e" contenteditable style="height:40px" oninput="top.postMessage(this.textContent, '*')">here</div>`;
const hears = `<script>addEventListener('message', ({ data }) => { document.title += data })</script>`;
server.page('/field', field);

const pastes: Record<string, object> = {
  'Control+V': { press: 'Control+V' },
  'Control+Shift+V': { press: 'Control+Shift+V' },
  'Shift+Insert': { press: 'Shift+Insert' },
};

for (const [where, html] of Object.entries({
  'a page': `<title>-</title>${hears}${field}`,
  'a frame of another site': `<title>-</title>${hears}<iframe src="${server.url('/field', '127.0.0.2')}"></iframe>`,
})) {
  for (const [name, paste] of Object.entries(pastes)) {
    t.test(`${name} inserts nothing that another render copied, in ${where}`, async (t) => {
      if (name !== 'Control+V' && !inDepth(t, name)) return;
      const copied = await apart.render({ html: copier, steps: [{ click: 'text/Copy' }] });
      t.equal(copied.metadata.title, 'true');
      const url = server.page('/start', html);
      const steps = [{ click: '#a' }, paste, { click: '#e' }, paste];
      const { metadata } = await apart.render({ url, steps });
      t.equal(metadata.title, '-');
    });
  }
}

t.test('the middle button, which would insert it, is refused', async (t) => {
  const click = { type: 'click', selectors: ['#e'], button: 'auxiliary' };
  const error = await apart.failure({ html: field, steps: [click] });
  t.match(error.message, /step 1: button must be one of primary, secondary; got "auxiliary"/);
});

t.test('typing works where pasting does not', async (t) => {
  const url = server.page('/start', `<title>-</title>${hears}${field}`);
  const { metadata } = await apart.render({ url, steps: [{ fill: '#a', value: 'x' }] });
  t.equal(metadata.title, '-x');
});
