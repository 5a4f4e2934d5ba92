/** A technique by which a page makes a browser open a connection. */
export interface ConnectionAttempt {
  /** Becomes the path of the request, so that a hit shows which technique was used. */
  id: string;
  /**
   * JavaScript that takes the way. `to` is an http origin, `url` an address on it that names the
   * way, `add` a function that puts HTML into the page.
   */
  code: string;
}

const html = (id: string, markup: string): ConnectionAttempt => ({
  id,
  code: `add(\`${markup}\`)`,
});
const js = (id: string, code: string): ConnectionAttempt => ({ id, code });
const frame = (id: string, body: string): ConnectionAttempt => ({
  id,
  code: `add('<iframe srcdoc="' + \`${body}\`.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"></iframe>')`,
});

/** Every known technique. `${url}` is filled in by the page. */
export const connectionAttempts: readonly ConnectionAttempt[] = [
  html('img', '<img src="${url}">'),
  html('img-srcset', '<img srcset="${url} 1x">'),
  html('picture', '<picture><source srcset="${url}"><img></picture>'),
  html('img-redirect', '<img src="/redirect?to=${encodeURIComponent(url)}">'),
  html('input-image', '<input type="image" src="${url}">'),
  js('script-src', 'make("script", { src: url })'),
  js('script-module', 'make("script", { src: url, type: "module" })'),
  js('import', 'import(url).catch(() => {})'),
  html('stylesheet', '<link rel="stylesheet" href="${url}">'),
  html('css-import', '<style>@import url("${url}");</style>'),
  html('css-background', '<p style="background: url(${url})">x</p>'),
  html('css-image-set', '<p style="background: image-set(url(${url}) 1x)">x</p>'),
  html('css-mask', '<p style="mask: url(${url}#m)">x</p>'),
  html('css-cursor', '<p style="cursor: url(${url}), auto">x</p>'),
  html('css-list', '<ul style="list-style: url(${url})"><li>x</ul>'),
  html('css-border', '<p style="border: 9px solid; border-image: url(${url}) 1">x</p>'),
  html('css-content', '<p style="content: url(${url})">x</p>'),
  html('css-shape', '<p style="float: left; shape-outside: url(${url})">x</p>'),
  html('css-filter', '<p style="filter: url(${url}#f)">x</p>'),
  html(
    'css-font',
    '<style>@font-face { font-family: w; src: url(${url}) }</style><p style="font-family: w">x</p>',
  ),
  js('font-face', 'new FontFace("v", "url(" + url + ")").load().catch(() => {})'),
  js('fetch', 'fetch(url).catch(() => {})'),
  js('fetch-no-cors', 'fetch(url, { mode: "no-cors" }).catch(() => {})'),
  js('fetch-keepalive', 'fetch(url, { keepalive: true, mode: "no-cors" }).catch(() => {})'),
  js('fetch-post', 'fetch(url, { method: "POST", body: "x", mode: "no-cors" }).catch(() => {})'),
  js(
    'fetch-redirect',
    'fetch("/redirect?to=" + encodeURIComponent(url), { mode: "no-cors" }).catch(() => {})',
  ),
  js('fetch-user', 'make("img", { src: url.replace("//", "//user:password@") })'),
  js('xhr', 'const x = new XMLHttpRequest(); x.open("GET", url); x.send()'),
  js('beacon', 'navigator.sendBeacon(url, "x")'),
  js('event-source', 'new EventSource(url)'),
  js('web-socket', 'new WebSocket(url.replace("http", "ws"))'),
  js('web-socket-tls', 'new WebSocket(url.replace("http", "wss"))'),
  js('https', 'make("img", { src: url.replace("http", "https") })'),
  js('web-transport', 'new WebTransport(url.replace("http", "https")).ready.catch(() => {})'),
  html('iframe', '<iframe src="${url}"></iframe>'),
  html('iframe-redirect', '<iframe src="/redirect?to=${encodeURIComponent(url)}"></iframe>'),
  frame('iframe-meta', '<meta http-equiv=refresh content="0; url=${url}">'),
  frame('iframe-location', '<script>location = "${url}"<\\/script>'),
  frame('iframe-srcdoc', '<img src="${url}">'),
  frame('iframe-base', '<base href="${url}/"><img src="x">'),
  html('iframe-data', '<iframe src="data:text/html,<img src=${url}>"></iframe>'),
  html('iframe-sandbox', '<iframe sandbox="allow-scripts" srcdoc="<img src=${url}>"></iframe>'),
  js(
    'iframe-blob',
    'make("iframe", { src: URL.createObjectURL(new Blob(["<img src=" + url + ">"], { type: "text/html" })) })',
  ),
  js(
    'form',
    'add(`<iframe name="f"></iframe><form method="post" target="f" action="${url}"></form>`).querySelector("form").submit()',
  ),
  js('window-open', 'open(url)'),
  js('ping', 'add(`<a href="#x" ping="${url}">x</a>`).firstChild.click()'),
  js('prefetch', 'link("prefetch")'),
  js('preload', 'link("preload", { as: "image" })'),
  js('modulepreload', 'link("modulepreload")'),
  js('preconnect', 'link("preconnect")'),
  js('dns-prefetch', 'link("dns-prefetch", { href: "http://dns-prefetch-question.example" })'),
  js('icon', 'link("icon")'),
  js('manifest', 'link("manifest", { crossOrigin: "anonymous" })'),
  js('dictionary', 'link("compression-dictionary")'),
  js(
    'speculation-prefetch',
    'make("script", { type: "speculationrules", text: JSON.stringify({ prefetch: [{ source: "list", urls: [url] }] }) })',
  ),
  js(
    'speculation-prerender',
    'make("script", { type: "speculationrules", text: JSON.stringify({ prerender: [{ source: "list", urls: [url] }] }) })',
  ),
  html('object', '<object data="${url}" type="text/html"></object>'),
  html('embed', '<embed src="${url}" type="text/html">'),
  html('video', '<video src="${url}" preload="auto" autoplay muted></video>'),
  html('video-poster', '<video poster="${url}"></video>'),
  html('audio', '<audio src="${url}" preload="auto"></audio>'),
  html('track', '<video src="/empty.webm"><track default kind="captions" src="${url}"></video>'),
  html('svg-image', '<svg><image href="${url}"/></svg>'),
  html('svg-use', '<svg><use href="${url}#x"/></svg>'),
  html(
    'svg-fe-image',
    '<svg><filter id="i"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#i)"/></svg>',
  ),
  html('xslt', '<iframe src="/xslt?to=${encodeURIComponent(url)}"></iframe>'),
  html('csp-report', '<iframe src="/csp?to=${encodeURIComponent(url)}"></iframe>'),
  html('reporting', '<iframe src="/reporting?to=${encodeURIComponent(url)}"></iframe>'),
  html('link-header', '<iframe src="/link?to=${encodeURIComponent(url)}"></iframe>'),
  html('refresh-header', '<iframe src="/refresh?to=${encodeURIComponent(url)}"></iframe>'),
  js('worker', 'work("fetch(" + JSON.stringify(url) + ", { mode: \'no-cors\' })")'),
  js('worker-import', 'work("importScripts(" + JSON.stringify(url) + ")")'),
  js('worker-socket', 'work("new WebSocket(" + JSON.stringify(url.replace("http", "ws")) + ")")'),
  js('shared-worker', 'new SharedWorker("/worker.js?to=" + encodeURIComponent(url))'),
  js(
    'service-worker',
    'navigator.serviceWorker?.register("/worker.js?to=" + encodeURIComponent(url), { scope: "/" + encodeURIComponent(to) + "/" }).catch(() => {})',
  ),
  js('worklet', 'new AudioContext().audioWorklet.addModule(url).catch(() => {})'),
  js('paint-worklet', 'CSS.paintWorklet?.addModule(url).catch(() => {})'),
  js('stun', 'rtc("stun:" + new URL(to).hostname + ":3478")'),
  js('turn-udp', 'rtc("turn:" + new URL(to).hostname + ":3478?transport=udp")'),
  js('turn-tcp', 'rtc("turn:" + new URL(to).hostname + ":80?transport=tcp")'),
  js('turns-tcp', 'rtc("turns:" + new URL(to).hostname + ":443?transport=tcp")'),
  js('rtc-candidate', 'rtc("stun:" + new URL(to).hostname + ":3478", new URL(to).hostname)'),
  js(
    'payment',
    'new PaymentRequest([{ supportedMethods: url.replace("http", "https") }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment().catch(() => {})',
  ),
  js('attribution', 'make("img", { attributionSrc: url })'),
];
