import { connectionAttempts } from './connection-attempts.ts';

// What the ways are written in.
const tools = `
const add = (markup) => {
  const box = document.createElement('div');
  box.innerHTML = markup;
  document.body.append(box);
  return box;
};
const make = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
const work = (code) => new Worker(URL.createObjectURL(new Blob([code])));
const rtc = async (urls, candidate) => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'c' }], iceCandidatePoolSize: 4 });
  peer.createDataChannel('x');
  const offer = await peer.createOffer();
  await peer.setLocalDescription(offer);
  if (!candidate) return;
  const other = new RTCPeerConnection();
  await other.setRemoteDescription(offer);
  const answer = await other.createAnswer();
  await other.setLocalDescription(answer);
  await peer.setRemoteDescription(answer);
  await peer.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ' + candidate.replace(/[\\[\\]]/g, '') + ' 3478 typ host', sdpMid: '0', sdpMLineIndex: 0 });
  await peer.addIceCandidate({ candidate: 'candidate:2 1 tcp 1518280447 ' + candidate.replace(/[\\[\\]]/g, '') + ' 80 typ host tcptype passive', sdpMid: '0', sdpMLineIndex: 0 });
};
`;

function step(id: string, code: string): string {
  return `['${id}', (to, url) => {
    const link = (rel, more) => document.head.append(Object.assign(document.createElement('link'), { rel, href: url, ...more }));
    ${code.startsWith('const') ? code : `return (${code})`};
  }]`;
}

/** Message to a hostile page. */
export interface HostilePage {
  /** Origins that every way is tried on. */
  origins: readonly string[];
  /** URLs that are fetched, loaded and framed, for odd ways to write a host. */
  urls: readonly string[];
  /** Final URL of the page. */
  last: string;
}

/**
 * A page that tries everything. It says `window.done` when it has, and goes where it goes in the
 * end when `window.leave()` says so.
 */
export function hostilePage({ origins, urls, last }: HostilePage): string {
  const steps = connectionAttempts.map(({ id, code }) => step(id, code)).join(',\n');
  return `<!doctype html><title>hostile</title><body><script>
${tools}
const steps = [${steps}];
(async () => {
  for (const to of ${JSON.stringify(origins)})
    for (const [id, take] of steps) {
      try { await Promise.race([take(to, to + '/hit/' + id), new Promise((go) => setTimeout(go, 20))]); } catch {}
      await new Promise((go) => setTimeout(go));
    }
  for (const url of ${JSON.stringify(urls)}) {
    try { fetch(url, { mode: 'no-cors' }).catch(() => {}); } catch {}
    add('<img><iframe></iframe>');
    try { document.body.lastChild.firstChild.src = url; } catch {}
    try { document.body.lastChild.lastChild.src = url; } catch {}
    try { new WebSocket(url.replace('http', 'ws')); } catch {}
    await new Promise((go) => setTimeout(go, 5));
  }
  window.leave = () => { location = ${JSON.stringify(last)}; };
  window.done = true;
})();
</script></body>`;
}
