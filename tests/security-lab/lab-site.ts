import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostilePage } from './hostile-page.ts';
import { attackerAddress, bystanderAddress } from './lab-net.ts';

export const attacker = 'http://attacker.example';

/**
 * Hosts that must not be reached, in the ways that they can be written. The name is what a hit
 * would be called.
 */
const forbidden: Record<string, string> = {
  ten: '10.0.0.5',
  home: '192.168.1.1',
  office: '172.16.9.9',
  loopback: '127.0.0.1',
  'loopback-far': '127.9.9.9',
  localhost: 'localhost',
  'localhost-dot': 'localhost.',
  'localhost-sub': 'x.localhost',
  unspecified: '0.0.0.0',
  decimal: '2130706433',
  hex: '0x7f000001',
  'hex-short': '0x7f.1',
  octal: '0177.0.0.1',
  short: '127.1',
  escaped: '%31%30.0.0.5',
  wide: '１０.0.0.5',
  'trailing-dot': '10.0.0.5.',
  'six-loopback': '[::1]',
  'six-unspecified': '[::]',
  'six-private': '[fd00::5]',
  'six-link': '[fe80::1]',
  'six-mapped': '[::ffff:10.0.0.5]',
  'six-mapped-hex': '[::ffff:a00:5]',
  'six-compatible': '[::10.0.0.5]',
  'six-nat64': '[64:ff9b::a00:5]',
  'six-to-four': '[2002:a00:5::]',
  carrier: '100.64.0.1',
  'metadata-aws': '169.254.169.254',
  'metadata-aws-six': '[fd00:ec2::254]',
  'metadata-alibaba': '100.100.100.200',
  'metadata-azure': '168.63.129.16',
  'metadata-google': 'metadata.google.internal',
  'name-private': 'private.example',
  'name-mixed': 'mixed.example',
  'name-loopback': 'loopback.example',
  'name-mapped': 'mapped.example',
  'name-rebinding': 'rebinding.example',
  'name-local': 'printer.local',
  'name-single': 'intranet',
  database: 'bystander.example:6379',
  docker: 'bystander.example:2375',
};

const names: Record<string, readonly string[]> = {
  'attacker.example': [attackerAddress],
  'bystander.example': [bystanderAddress],
  'private.example': ['10.0.0.5'],
  'mixed.example': ['10.0.0.5', bystanderAddress],
  'loopback.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'printer.local': ['192.168.1.9'],
  intranet: ['192.168.1.10'],
};

/** Creates a zone whose rebinding name is public the first time and private from then on. */
export function createZone(): (name: string) => readonly string[] {
  let rebinds = 0;
  return (name) => {
    if (name !== 'rebinding.example') return names[name.toLowerCase()] ?? [];
    rebinds += 1;
    return rebinds === 1 ? [bystanderAddress] : ['10.0.0.5'];
  };
}

const page = hostilePage({
  origins: ['http://bystander.example', 'http://10.0.0.5'],
  urls: Object.entries(forbidden).map(([name, host]) => `http://${host}/hit/host-${name}`),
  last: `${attacker}/redirect?to=${encodeURIComponent('http://10.0.0.5/hit/top-level')}`,
});

type Reply = (to: string) => { status?: number; headers?: Record<string, string>; body?: string };

const documentHead = { 'content-type': 'text/html' };
const routes: Record<string, Reply> = {
  '/': () => ({ headers: documentHead, body: page }),
  '/redirect': (to) => ({ status: 302, headers: { location: to } }),
  '/refresh': (to) => ({ headers: { ...documentHead, refresh: `0; url=${to}` } }),
  '/link': (to) => ({
    headers: {
      ...documentHead,
      link: `<${to}>; rel=preload; as=image, <${to}>; rel=preconnect, <${to}>; rel=dns-prefetch`,
    },
  }),
  '/csp': (to) => ({
    headers: { ...documentHead, 'content-security-policy': `default-src 'none'; report-uri ${to}` },
    body: '<img src="/x"><script>1</script>',
  }),
  '/reporting': (to) => ({
    headers: {
      ...documentHead,
      'reporting-endpoints': `a="${to}"`,
      'report-to': JSON.stringify({ group: 'a', max_age: 9, endpoints: [{ url: to }] }),
      nel: JSON.stringify({ report_to: 'a', max_age: 9, success_fraction: 1 }),
      'content-security-policy': "default-src 'none'; report-to a",
    },
    body: '<img src="/x"><script>1</script>',
  }),
  '/xslt': (to) => ({
    headers: { 'content-type': 'text/xml' },
    body: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${to}"?><!DOCTYPE x SYSTEM "${to}"><x/>`,
  }),
  '/worker.js': (to) => ({
    headers: { 'content-type': 'text/javascript' },
    body: `fetch(${JSON.stringify(to)}, { mode: 'no-cors' }).catch(() => {});`,
  }),
};

/** Every server of the lab at once: whichever address was reached. */
export function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', attacker);
  const {
    status = 200,
    headers = documentHead,
    body = '',
  } = routes[url.pathname]?.(url.searchParams.get('to') ?? '') ?? {};
  response.writeHead(status, { 'access-control-allow-origin': '*', ...headers });
  response.end(body);
}
