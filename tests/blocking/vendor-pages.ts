/*
 * Pages with the banners of consent tools: their documented structure and names, with scripts of our own that do what the
 * real ones do. Each records the answer in the title, `out` or `in`. The page is green, what lies over it is red.
 */

const style = `html{background:#0f0}body{margin:0;font:16px sans-serif}
.sheet{position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:1000}
.bar{position:fixed;left:0;right:0;bottom:0;height:260px;background:#f00;z-index:1001}
.box{position:fixed;left:25%;right:25%;top:25%;bottom:25%;background:#f00;z-index:1001}`;

/** A page 3,000 px tall. */
export function pageUnder(banner: string, extra = ''): string {
  return `<!doctype html><meta charset="utf-8"><title>none</title><style>${style}</style>${extra}
<body><main style="height:3000px;display:flow-root"><h1>News of the day</h1><p>Something to read.</p></main>${banner}</body>`;
}

const text =
  'We and our partners store and access information on a device, such as cookies, and process personal data.';

/** A script that adds its banner some time after the page has loaded, as most tools do. */
export function oneTrustScript({ canReject = true, delayMs = 300 } = {}): string {
  const reject = canReject ? '<button id="onetrust-reject-all-handler">Reject All</button>' : '';
  const html = `<div class="onetrust-pc-dark-filter sheet"></div>
<div id="onetrust-banner-sdk" class="otFlat bottom bar" role="region" aria-label="Cookie banner" style="transition:opacity .4s">
<div class="ot-sdk-container"><div id="onetrust-group-container"><div id="onetrust-policy">
<div id="onetrust-policy-text">${text}</div></div></div>
<div id="onetrust-button-group-parent"><div id="onetrust-button-group">
<button id="onetrust-pc-btn-handler">Cookies Settings</button>${reject}<button id="onetrust-accept-btn-handler">Accept All Cookies</button>
</div></div></div></div>
<div id="onetrust-pc-sdk" class="otPcCenter box" style="display:none" role="dialog"><h2>Privacy Preference Center</h2>
<input type="checkbox" class="category-switch-handler" id="ot-group-C2" checked><input type="checkbox" class="category-switch-handler" id="ot-group-C3" checked>
<button class="save-preference-btn-handler">Confirm My Choices</button></div>`;
  return `setTimeout(() => {
  const host = document.createElement('div');
  host.id = 'onetrust-consent-sdk';
  host.innerHTML = ${JSON.stringify(html)};
  document.body.append(host);
  document.body.style.overflow = 'hidden';
  const banner = host.querySelector('#onetrust-banner-sdk');
  const finish = (groups) => {
    window.OnetrustActiveGroups = groups;
    document.title = groups === ',C0001,' ? 'out' : 'in';
    document.body.style.overflow = '';
    banner.style.opacity = 0;
    host.querySelector('#onetrust-pc-sdk').style.display = 'none';
    host.querySelector('.onetrust-pc-dark-filter').style.display = 'none';
    setTimeout(() => { banner.style.display = 'none'; }, 400);
  };
  host.querySelector('#onetrust-accept-btn-handler').onclick = () => finish(',C0001,C0002,C0003,');
  const reject = host.querySelector('#onetrust-reject-all-handler');
  if (reject) reject.onclick = () => finish(',C0001,');
  host.querySelector('#onetrust-pc-btn-handler').onclick = () => {
    host.querySelector('#onetrust-pc-sdk').style.display = 'block';
  };
  host.querySelector('.save-preference-btn-handler').onclick = () => {
    const chosen = [...host.querySelectorAll('.category-switch-handler:checked')];
    finish(',C0001,' + chosen.map(({ id }) => id.slice(-2)).join(','));
  };
}, ${delayMs});`;
}

export const cookiebot = pageUnder(`<div id="CybotCookiebotDialogBodyUnderlay" class="sheet"></div>
<div id="CybotCookiebotDialog" name="CybotCookiebotDialog" role="dialog" aria-modal="true" class="box">
<div id="CybotCookiebotDialogBody"><div id="CybotCookiebotDialogBodyContentText">${text}</div>
<div id="CybotCookiebotDialogBodyLevelButtonsLevel">
<button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll">Deny</button>
<button id="CybotCookiebotDialogBodyLevelButtonCustomize">Customize</button>
<button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">Allow all</button></div></div></div>
<script>
const close = (declined) => {
  Object.assign(Cookiebot, { hasResponse: true, declined, dialog: { visible: false } });
  document.title = declined ? 'out' : 'in';
  CybotCookiebotDialog.remove();
  CybotCookiebotDialogBodyUnderlay.remove();
};
window.Cookiebot = { hasResponse: false, declined: false, dialog: { visible: true }, withdraw() { close(true); }, hide() {} };
CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll.onclick = () => close(true);
CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll.onclick = () => close(false);
</script>`);

/** Didomi with and without a button that says no: without one, its API is asked. */
export function didomi(canReject: boolean): string {
  const reject = canReject
    ? '<button id="didomi-notice-disagree-button" class="didomi-button">Disagree and close</button>'
    : '<button id="didomi-notice-learn-more-button" class="didomi-button">Learn more</button>';
  return pageUnder(
    `<div id="didomi-host" class="didomi-host" data-nosnippet="true"><div id="didomi-popup" class="didomi-popup-backdrop didomi-notice-popup sheet">
<div class="didomi-popup-container didomi-popup-notice box" role="dialog" aria-modal="true">
<div class="didomi-popup-notice-text">${text}</div>
<div class="didomi-popup-notice-buttons">${reject}<button id="didomi-notice-agree-button" class="didomi-button">Agree and close</button></div></div></div></div>
<script>
const close = (says) => {
  document.title = says;
  document.body.classList.remove('didomi-popup-open');
  document.getElementById('didomi-host').replaceChildren();
};
document.body.classList.add('didomi-popup-open');
window.Didomi = { setUserDisagreeToAll: () => close('out'), setUserAgreeToAll: () => close('in') };
document.getElementById('didomi-notice-disagree-button')?.addEventListener('click', () => close('out'));
document.getElementById('didomi-notice-agree-button').onclick = () => close('in');
</script>`,
    '<style>body.didomi-popup-open{overflow:hidden}</style>',
  );
}

/**
 * Quantcast Choice, now InMobi, a TCF tool: `__tcfapi`, its locator frame, and a summary with two
 * secondary buttons.
 */
export const quantcast = pageUnder(`<iframe name="__tcfapiLocator" style="display:none"></iframe>
<div class="qc-cmp2-container" id="qc-cmp2-container" data-nosnippet=""><div class="qc-cmp2-main" id="qc-cmp2-main">
<div class="qc-cmp-cleanslate css-1nqj7le sheet"><div id="qc-cmp2-ui" role="dialog" aria-modal="true" class="qc-cmp2-ui box">
<div class="qc-cmp2-summary-section"><div class="qc-cmp2-summary-info">${text}</div></div>
<div class="qc-cmp2-footer"><div class="qc-cmp2-summary-buttons">
<button mode="secondary" size="large"><span>MORE OPTIONS</span></button><button mode="secondary" size="large"><span>DISAGREE</span></button><button mode="primary" size="large"><span>AGREE</span></button>
</div></div></div></div></div></div>
<script>
document.documentElement.style.overflow = 'hidden';
let says = 'none';
window.__tcfapi = (command, version, callback) => callback({ eventStatus: says === 'none' ? 'cmpuishown' : 'useractioncomplete', purpose: { consents: { 1: says === 'in' } } }, true);
const [, no, yes] = document.querySelectorAll('.qc-cmp2-summary-buttons button');
const close = (answer) => {
  says = answer;
  document.title = answer;
  document.documentElement.style.overflow = '';
  document.getElementById('qc-cmp2-container').remove();
};
no.onclick = () => close('out');
yes.onclick = () => close('in');
</script>`);

/** Usercentrics: everything in an open shadow root. */
export const usercentrics = pageUnder(
  `<div id="usercentrics-root" data-created-at="1"></div>
<script>
const host = document.getElementById('usercentrics-root');
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = ${JSON.stringify(`<style>.box{position:fixed;left:25%;right:25%;top:25%;bottom:25%;background:#f00;z-index:9}.sheet{position:fixed;inset:0;background:rgba(0,0,0,.4)}</style>
<div data-testid="uc-container"><div class="sheet"></div><div class="box" role="dialog" data-testid="uc-default-wall"><p>${text}</p>
<button data-testid="uc-deny-all-button">Deny</button><button data-testid="uc-accept-all-button">Accept All</button></div></div>`)};
document.body.classList.add('overflowHidden');
let accepted;
const close = (all) => {
  accepted = all;
  document.title = all ? 'in' : 'out';
  root.replaceChildren();
};
window.UC_UI = { closeCMP: () => true, denyAllConsents: async () => close(false), acceptAllConsents: async () => close(true), areAllConsentsAccepted: () => accepted };
root.querySelector('[data-testid=uc-deny-all-button]').onclick = () => close(false);
root.querySelector('[data-testid=uc-accept-all-button]').onclick = () => close(true);
</script>`,
  '<style>.overflowHidden{overflow:hidden!important}</style>',
);

/** Sourcepoint: a message in a frame of another site, which tells the page what was chosen. */
export function sourcepoint(frameUrl: string): string {
  return pageUnder(
    `<div id="sp_message_container_1043416" class="sheet" style="display:block">
<iframe id="sp_message_iframe_1043416" title="SP Consent Message" src="${frameUrl}" style="position:absolute;left:20%;top:20%;width:60%;height:60%;border:0"></iframe></div>
<script>
document.documentElement.classList.add('sp-message-open');
addEventListener('message', ({ data }) => {
  if (data?.name !== 'sp.hideMessage') return;
  document.title = data.actionType === 13 ? 'out' : 'in';
  document.documentElement.classList.remove('sp-message-open');
  document.getElementById('sp_message_container_1043416').remove();
});
</script>`,
    '<style>html.sp-message-open body{overflow:hidden;position:fixed;width:100%}</style>',
  );
}

/** Content of the frame of {@link sourcepoint}. */
export const sourcepointMessage = `<!doctype html><body style="background:#f00;margin:0"><div id="notice" class="message type-modal">
<div class="message-component message-row"><p>${text}</p></div>
<button title="Reject all" class="message-component message-button no-children focusable sp_choice_type_13">Reject all</button>
<button title="Accept all" class="message-component message-button no-children focusable sp_choice_type_11">Accept all</button></div>
<script>
for (const type of [11, 13]) {
  document.querySelector('.sp_choice_type_' + type).onclick = () =>
    parent.postMessage({ name: 'sp.hideMessage', actionType: type }, '*');
}
</script>`;
