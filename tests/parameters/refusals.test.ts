import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;

t.test('a script or a click that leads to a denied URL is an error', async (t) => {
  const refused = await lab.failure({ html: '<script>location = "http://10.0.0.1/"</script>' });
  t.match(refused, { code: 'target_denied', message: /10\.0\.0\.1/ });
  const clicked = await lab.failure({
    html: '<a id="a" href="http://10.0.0.2/">go</a>',
    click_selector: '#a',
  });
  t.match(clicked, { code: 'target_denied', message: /10\.0\.0\.2/ });
});

t.test('a thumbnail is bounded as well, before it is made', async (t) => {
  const error = await lab.failure({
    html: '<body style="margin:0"><div style="height:60000px"></div>',
    full_page: true,
    image_width: 16_383,
  });
  t.match(error, { code: 'image_too_large', message: /16383x/ });
});

t.test('what the browser or the egress proxy cannot take is named, not internal', async (t) => {
  const proxy = await lab.failure({ html: 'x', proxy: 'http://u:100%@example.com:8080' });
  t.match(proxy, { code: 'invalid_parameter', message: /%25/ });
  const cookie = await lab.failure({ url: server.page('/c', 'x'), cookies: ['__Host-a=b'] });
  t.match(cookie, { code: 'invalid_parameter', message: /cookies/ });
  const allow = await lab.failure({ html: 'x' }, { allow: ['example..com:80'] });
  t.equal(allow.code, 'invalid_request');
  for (const header of [
    'TE: trailers',
    'Keep-Alive: 5',
    'Upgrade: h2c',
    'Set-Cookie: a=b',
    'Cookie: flag',
  ]) {
    const error = await lab.failure({ url: server.page('/h', 'x'), headers: [header] });
    t.equal(error.code, 'invalid_parameter', header);
  }
});
