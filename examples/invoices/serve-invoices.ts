import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small site with a note, a login and invoices behind it. */
export interface InvoiceSite {
  /** Address of its first page. */
  url: string;
  /** Ends all logins, as servers do after a while. */
  forgetLogins(): void;
  close(): void;
}

/** Serves the site on a free port. The password is `correct horse`. */
export async function serveInvoices(): Promise<InvoiceSite> {
  const known = new Set<string>();
  const server = createServer((request, response) => {
    const isLogin = request.method === 'POST';
    const user = /user=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (!isLogin) return void response.end(known.has(user) ? account : login(''));
    let form = '';
    request.on('data', (chunk) => (form += String(chunk)));
    request.on('end', () => {
      if (new URLSearchParams(form).get('password') !== 'correct horse') {
        return void response.end(login('<p class="wrong">The password is wrong.</p>'));
      }
      const id = randomUUID();
      known.add(id);
      const cookie = `user=${id}; HttpOnly; Max-Age=3600`;
      response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    forgetLogins: () => known.clear(),
    close: () => void server.close(),
  };
}

const page = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en"><title>${title}</title>
<style>
  body { margin: 0; font: 17px/1.5 sans-serif; background: #f3efe6; color: #24313f }
  header { background: #24313f; color: #fff; padding: 14px 28px; font-weight: bold }
  main { max-width: 430px; margin: 28px auto; background: #fff; border-radius: 10px; padding: 8px 28px 24px }
  label { display: block; margin: 10px 0 } input { display: block; width: 100%; box-sizing: border-box }
  input, button { font: inherit; padding: 7px 10px; border: 1px solid #8a8f96; border-radius: 6px }
  button { background: #7a4b12; border-color: #7a4b12; color: #fff } .wrong { color: #a32020 }
  table { width: 100%; border-collapse: collapse } td { padding: 6px 0; border-top: 1px solid #ddd } td + td { text-align: right }
  aside { position: fixed; inset: auto 0 0; background: #24313f; color: #fff; padding: 14px 28px }
</style><header>Harbour Books</header><main>${body}</main>`;

const login = (problem: string) =>
  page(
    'Sign in',
    `<h1>Sign in</h1>${problem}<form method="post">
  <label>E-mail <input name="mail" type="email"></label>
  <label>Password <input name="password" type="password"></label>
  <button>Sign in</button></form>
  <aside>Our office is closed on Friday. <button onclick="this.parentNode.remove()">Close</button></aside>`,
  );

const account = page(
  'Account',
  `<h1>Welcome back, Ada</h1><button onclick="list.hidden = false; this.remove()">Invoices</button>
  <table id="list" hidden><tr><td>Invoice 17<td>€ 39.00<tr><td>Invoice 16<td>€ 12.50<tr><td>Invoice 15<td>€ 27.00</table>`,
);
