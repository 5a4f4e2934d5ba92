import { text } from 'node:stream/consumers';
import type { FixtureServer } from '@tintype/testkit';

/** Pages on which the exports in `recorder-exports` were recorded, one for each. */
export function addRecorderPages(server: FixtureServer): void {
  server.page(
    '/login',
    `<!doctype html><html lang="en"><title>Login</title><form method="post" action="/account">
<p><label for="mail">E-mail</label> <input id="mail" name="mail" autocomplete="username">
<p><label for="word">Password</label> <input id="word" name="word" type="password">
<p><label for="team">Team</label> <select id="team" name="team"><option value="">-<option value="blue">Blue<option value="red">Red</select>
<p><input id="stay" name="stay" type="checkbox"> <label for="stay">Stay logged in</label>
<p><button>Log in</button></form>`,
  );
  server.route('/account', async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const title = ['mail', 'word', 'team', 'stay'].map((name) => form.get(name)).join();
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>${title}</title>`);
  });
  server.page(
    '/search',
    `<!doctype html><html lang="en"><title>Search</title><form action="/results"><input name="q" aria-label="Search"></form>`,
  );
  server.page(
    '/results',
    `<!doctype html><html lang="en"><title>Results</title><ul></ul><script>setTimeout(() => {
  const words = new URLSearchParams(location.search).get('q');
  document.querySelector('ul').innerHTML = [1, 2, 3].map((n) => '<li><a href="/item?' + words + n + '">' + words + ' ' + n + '</a>').join('') }, 400)</script>`,
  );
  server.page(
    '/item',
    `<!doctype html><html lang="en"><title>Item</title><script>document.title = location.search</script>`,
  );
  server.page(
    '/cards',
    `<!doctype html><html lang="en"><title>Cards</title><shop-card></shop-card><shop-card></shop-card><script>let n = 0;
customElements.define('shop-card', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<p>A card</p><button part="add"><span>Add</span></button>';
  this.shadowRoot.lastChild.onclick = () => { document.title = 'Added ' + [...document.querySelectorAll('shop-card')].indexOf(this) + ', ' + ++n } } })</script>`,
  );
  server.page(
    '/frames',
    `<!doctype html><html lang="en"><title>Frames</title><style>iframe { width: 300px; height: 120px; border: 0; display: block }</style>
<iframe src="/field"></iframe><iframe src="/field"></iframe><script>
onmessage = ({ data, source }) => { document.title = [...document.querySelectorAll('iframe')].findIndex((one) => one.contentWindow === source) + ': ' + data }</script>`,
  );
  server.page(
    '/field',
    `<!doctype html><html lang="en"><title>Field</title><input aria-label="Amount"><button>Send</button><script>
document.querySelector('button').onclick = () => parent.postMessage(document.querySelector('input').value, '*')</script>`,
  );
  server.page(
    '/editor',
    `<!doctype html><html lang="en"><title>Editor</title><button id="new">New note</button><main></main><div style="height: 2500px"></div>
<button id="save" disabled>Save</button><script>
document.getElementById('new').onclick = () => { history.pushState(null, '', '/editor/new');
  document.querySelector('main').innerHTML = '<input aria-label="Title"><dialog open>Tips <kbd>Escape</kbd></dialog>' };
onkeydown = ({ key }) => { if (key === 'Escape') document.querySelector('dialog')?.remove() };
oninput = () => { document.getElementById('save').disabled = false };
document.getElementById('save').ondblclick = () => { document.title = document.querySelector('input').value + ', ' + document.querySelectorAll('dialog').length }</script>`,
  );
}
