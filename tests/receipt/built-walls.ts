import type { WallKind } from '@tintype/contract/headers';

/** A page that hides another one. */
export interface BuiltWall {
  name: string;
  kind: WallKind;
  html: string;
  status?: number;
  /** Path under which it is asked for. */
  path?: string;
}

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const prose = Array.from(
  { length: 60 },
  (_, at) =>
    `<p>Paragraph ${at}: the river rose during the night, and by the morning the lower streets of the town lay under water as far as the old bridge.</p>`,
).join('');

const frame = (src: string, width: number, height: number) =>
  `<iframe src="${src}" width="${width}" height="${height}" style="border:0"></iframe>`;

const layer = (body: string, style = '') =>
  `<div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:99;display:flex;align-items:center;justify-content:center"><div role="dialog" aria-modal="true" style="background:#fff;padding:40px;width:500px;${style}">${body}</div></div>`;

/** Pages as sites and their guards show them, rebuilt. */
export const builtWalls: readonly BuiltWall[] = [
  {
    name: 'a checkbox of reCAPTCHA',
    kind: 'captcha',
    html: page(
      'Please verify',
      `<h1>Are you a robot?</h1><p>Please tick the box to go on.</p><form><div class="g-recaptcha" data-sitekey="x">${frame('https://www.google.com/recaptcha/api2/anchor?k=x', 304, 78)}</div><button>Continue</button></form>`,
    ),
  },
  {
    name: 'the unusual traffic of a search engine',
    kind: 'captcha',
    status: 429,
    html: page(
      'https://search.example/search?q=weather',
      `<form id="captcha-form">${frame('https://www.google.com/recaptcha/api2/anchor?k=x', 304, 78)}</form><hr><div>About this page<br><br>Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a robot.<br><br>IP address: 192.0.2.1</div>`,
    ),
  },
  {
    name: 'hCaptcha',
    kind: 'captcha',
    html: page(
      'One more step',
      `<h2>One more step</h2><p>Please complete the security check to access the site.</p><div class="h-captcha" data-sitekey="x">${frame('https://newassets.hcaptcha.com/captcha/v1/x/static/hcaptcha.html', 303, 78)}</div>`,
    ),
  },
  {
    name: 'an image with letters',
    kind: 'captcha',
    html: page(
      'Robot Check',
      `<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser is accepting cookies.</p><form><img src="/captcha/letters.jpg" alt="captcha" width="200" height="70"><input type="text" name="field-keywords" id="captchacharacters" placeholder="Type characters"><button type="submit">Continue shopping</button></form>`,
    ),
  },
  {
    name: 'the puzzle of Arkose',
    kind: 'captcha',
    html: page(
      'Verification',
      `<h1>Verify you are human</h1><p>Protecting your account</p>${frame('https://client-api.arkoselabs.com/v2/x/enforcement.html', 400, 450)}`,
    ),
  },
  {
    name: 'DataDome',
    kind: 'captcha',
    status: 403,
    html: page(
      'shop.example',
      `<p id="cmsg" style="display:none">Please enable JS and disable any ad blocker</p>${frame('https://geo.captcha-delivery.com/captcha/?initialCid=x', 1200, 700)}`,
      '<style>body{margin:0}</style>',
    ),
  },
  {
    name: 'the text of DataDome',
    kind: 'captcha',
    status: 403,
    html: page('shop.example', `<p id="cmsg">Please enable JS and disable any ad blocker</p>`),
  },
  {
    name: 'AWS WAF',
    kind: 'captcha',
    status: 405,
    html: page(
      'Human Verification',
      `<div id="captcha-container"><div class="amzn-captcha-modal" style="width:320px;height:420px"><h1>Let's confirm you are human</h1><p>Complete the security check before continuing. This step verifies that you are not a bot.</p><button>Begin</button></div></div>`,
    ),
  },
  {
    name: 'an interstitial of Turnstile',
    kind: 'bot_check',
    status: 403,
    html: page(
      'Just a moment...',
      `<div class="main-wrapper"><h1>blog.example</h1><p id="t">Verifying you are human. This may take a few seconds.</p><div class="cf-turnstile" style="width:300px;height:65px"></div><p>blog.example needs to review the security of your connection before proceeding.</p></div><footer>Ray ID: 8a1b2c3d4e5f6a7b<br>Performance &amp; security by Cloudflare</footer>`,
    ),
  },
  {
    name: 'the older one of Cloudflare',
    kind: 'bot_check',
    status: 503,
    html: page(
      'Just a moment...',
      `<form id="challenge-form"><h1><span>Checking your browser before accessing</span> forum.example.</h1><p>This process is automatic. Your browser will redirect to your requested content shortly.</p><p>Please allow up to 5 seconds…</p></form><p>DDoS protection by Cloudflare<br>Ray ID: 7f00aa11bb22cc33</p>`,
    ),
  },
  {
    name: 'a block of Cloudflare',
    kind: 'bot_check',
    status: 403,
    html: page(
      'Attention Required! | Cloudflare',
      `<div id="cf-wrapper"><div id="cf-error-details"><h1>Sorry, you have been blocked</h1><h2>You are unable to access example.com</h2><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks.</p><p>Cloudflare Ray ID: 8a1b2c3d4e5f6a7b</p></div></div>`,
    ),
  },
  {
    name: 'press and hold',
    kind: 'bot_check',
    status: 403,
    html: page(
      'Access to this page has been denied',
      `<h1>Before we continue...</h1><p>Press &amp; Hold to confirm you are a human (and not a bot).</p><div id="px-captcha" style="width:310px;height:100px;border:1px solid"></div><p>Reference ID 3d1c8a20-0000-11ee</p>`,
    ),
  },
  {
    name: 'Imperva',
    kind: 'bot_check',
    status: 403,
    html: page(
      'Pardon Our Interruption',
      `<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:</p><ul><li>You've disabled JavaScript in your web browser.</li><li>You're a power user moving through this website with super-human speed.</li></ul>`,
    ),
  },
  {
    name: 'the frame of Incapsula',
    kind: 'bot_check',
    html: `<html style="height:100%"><head></head><body style="margin:0;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&incident_id=1" frameborder="0" width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>`,
  },
  {
    name: 'a proof of work',
    kind: 'bot_check',
    html: page(
      "Making sure you're not a bot!",
      `<h1>Making sure you're not a bot!</h1><p>Loading...</p><p>Protected by Anubis from Techaro.</p><noscript>x</noscript>`,
    ),
  },
  {
    name: 'a check of nobody in particular',
    kind: 'bot_check',
    html: page(
      'Security check',
      `<h1>Security check</h1><p>We are making sure that you are not a bot. Your browser will be forwarded in a moment.</p>`,
    ),
  },
  {
    name: 'access denied by Akamai',
    kind: 'cdn_error',
    status: 403,
    html: page(
      'Access Denied',
      `<h1>Access Denied</h1>You don't have permission to access "http&#58;&#47;&#47;shop&#46;example&#47;" on this server.<p>Reference&#32;&#35;18&#46;4c1a1602&#46;1700000000&#46;1a2b3c4d</p>`,
    ),
  },
  {
    name: 'CloudFront',
    kind: 'cdn_error',
    status: 403,
    html: page(
      'ERROR: The request could not be satisfied',
      `<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked. We can't connect to the server for this app or website at this time.<br><pre>Generated by cloudfront (CloudFront)\nRequest ID: aBcD1234==</pre>`,
    ),
  },
  {
    name: 'Fastly',
    kind: 'cdn_error',
    status: 503,
    html: page(
      '503 Backend fetch failed',
      `<h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3><p>XID: 1234567</p><hr><p>Varnish cache server</p>`,
    ),
  },
  {
    name: 'a server behind Cloudflare that is down',
    kind: 'cdn_error',
    status: 522,
    html: page(
      'example.com | 522: Connection timed out',
      `<div id="cf-error-details"><h1>Connection timed out <span>Error code 522</span></h1><p>Visit cloudflare.com for more information.</p><p>Cloudflare Ray ID: 8a1b2c3d4e5f6a7b</p></div>`,
    ),
  },
  {
    name: 'the bare page of a server',
    kind: 'cdn_error',
    status: 403,
    html: '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
  },
  {
    name: 'a form to sign in',
    kind: 'login',
    html: page(
      'Log in to Example',
      `<h1>Log in</h1><form><label>Email <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form><a href="/forgot">Forgot your password?</a> <a href="/join">Create an account</a>`,
    ),
  },
  {
    name: 'the first of two steps',
    kind: 'login',
    html: page(
      'Sign in - Accounts',
      `<h1>Sign in</h1><p>to continue to Documents</p><form><input type="email" id="identifierId" autocomplete="username" aria-label="Email or phone"><button type="button">Next</button></form><a href="/help">Learn more</a>`,
    ),
  },
  {
    name: 'buttons of others',
    kind: 'login',
    html: page(
      'Welcome back',
      `<h2>Log in to your workspace</h2><button>Continue with Google</button><button>Continue with Apple</button><button>Continue with SSO</button><p>By continuing you agree to the terms.</p>`,
    ),
  },
  {
    name: 'a form in German',
    kind: 'login',
    html: page(
      'Anmelden – Kundenportal',
      `<h1>Anmelden</h1><form><input name="user" placeholder="Benutzername"><input type="password" name="pw" placeholder="Passwort"><input type="submit" value="Anmelden"></form>`,
    ),
  },
  {
    name: 'a layer of a network',
    kind: 'login',
    html: page(
      'Photos of Ann',
      `<main>${prose}</main>${layer('<h2>See more from Ann</h2><p>Log in or sign up to continue.</p><button>Log in</button><button>Sign up</button>')}`,
      '<style>body{overflow:hidden}</style>',
    ),
  },
  {
    name: 'a paywall over an article',
    kind: 'paywall',
    html: page(
      'The river rose',
      `<article><h1>The river rose</h1>${prose}</article>${layer('<h2>Subscribe to continue reading</h2><p>Get unlimited access for 1 € a week. Already a subscriber? Sign in.</p><button>Subscribe now</button>')}`,
      '<style>body{overflow:hidden}</style>',
    ),
  },
  {
    name: 'a paywall in an article',
    kind: 'paywall',
    html: page(
      'The river rose',
      `<article><h1>The river rose</h1>${prose.slice(0, 800)}<div class="article-paywall" style="padding:40px;border:1px solid"><h2>This article is for subscribers only</h2><p>Subscribe to read the rest.</p><button>See the offers</button></div></article>`,
    ),
  },
  {
    name: 'a meter that has run out',
    kind: 'paywall',
    html: page(
      'News',
      `<article>${prose}</article>${layer("<h2>You've reached your limit of free articles</h2><p>Create a free account, or subscribe.</p><a class='btn' href='/s'>Subscribe</a>", 'width:90%;height:70%')}`,
    ),
  },
  {
    name: 'consent or payment',
    kind: 'consent',
    html: page(
      'Nachrichten',
      `<main>${prose}</main><div style="position:fixed;inset:0;background:#fff;z-index:9999;padding:80px"><h1>Weiterlesen mit Werbung oder mit Pur-Abo</h1><p>Wir und unsere Partner nutzen Cookies, um personal data zu verarbeiten. Mit Einwilligung lesen Sie kostenlos.</p><button>Akzeptieren und weiter</button><button>Zum Pur-Abo</button></div>`,
    ),
  },
  {
    name: 'a page that asks before',
    kind: 'consent',
    html: page(
      'Before you continue',
      `<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services. If you choose to accept all cookies, we also use cookies and data to develop new services. Additional privacy settings are at any time in the menu.</p><button>Reject all</button><button>Accept all</button>`,
    ),
  },
  {
    name: 'an age, by a layer',
    kind: 'age',
    html: page(
      'Single malts',
      `<main>${prose}</main>${layer('<h2>Are you of legal drinking age?</h2><button>Yes</button><button>No</button>')}`,
    ),
  },
  {
    name: 'an age, by a date',
    kind: 'age',
    html: page(
      'Age check',
      `<h1>Please enter your date of birth</h1><select><option>1</select><select><option>May</select><select><option>1999</select><button>Enter</button>`,
    ),
  },
];

/** Pages that have something of a wall, and are none. */
export const noWalls: readonly { name: string; html: string; path?: string; status?: number }[] = [
  {
    name: 'an article with a form to sign in at its head',
    html: page(
      'The river',
      `<header><form><input name="user"><input type="password" name="pass"><button>Log in</button></form></header><article><h1>The river rose</h1>${prose}</article>`,
    ),
  },
  {
    name: 'a page to sign in at that was asked for',
    path: '/account/login',
    html: page(
      'Log in',
      `<h1>Log in</h1><form><input type="email" name="email"><input type="password" name="password"><button>Log in</button></form>`,
    ),
  },
  {
    name: 'a banner about cookies',
    html: page(
      'The river',
      `<article>${prose}</article><div style="position:fixed;left:0;right:0;bottom:0;background:#eee;padding:20px">We use cookies and share data with partners, with your consent. <button>Accept all</button></div>`,
    ),
  },
  {
    name: 'a dialog about cookies over a page that can be read',
    html: page(
      'The river',
      `<article>${prose}</article>${layer('<h2>Cookies</h2><p>We use cookies with your consent.</p><button>Accept all</button><button>Settings</button>')}`,
    ),
  },
  {
    name: 'a form with a captcha',
    html: page(
      'Contact us',
      `<h1>Contact us</h1><form><input name="name"><input type="email" name="email"><textarea name="message"></textarea><div class="g-recaptcha" data-sitekey="x">${frame('https://www.google.com/recaptcha/api2/anchor?k=x', 304, 78)}</div><button>Send</button></form>`,
    ),
  },
  {
    name: 'a badge of reCAPTCHA',
    html: page(
      'Hello',
      `<h1>Hello</h1><p>A small page.</p><div class="grecaptcha-badge" style="position:fixed;right:0;bottom:14px;width:256px;height:60px">${frame('https://www.google.com/recaptcha/api2/anchor?size=invisible', 256, 60)}</div>`,
    ),
  },
  {
    name: 'an article about checks for robots',
    html: page(
      'Just a moment: how Cloudflare checks browsers',
      `<h1>Verify you are human: the story of a page</h1><p>Checking your browser before accessing. Ray ID: 8a1b2c3d4e5f6a7b.</p>${prose}`,
    ),
  },
  {
    name: 'a script of a guard alone',
    html: page(
      'Shop',
      `<script src="https://geo.captcha-delivery.com/c.js"></script><h1>Shop</h1><p>Shoes and hats.</p>`,
    ),
  },
  {
    name: 'an own page about an error',
    status: 404,
    html: page(
      'Not found',
      '<h1>We could not find that</h1><p><a href="/">To the first page</a></p>',
    ),
  },
  {
    name: 'an offer beside an article',
    html: page(
      'The river',
      `<article>${prose}</article><aside class="subscribe"><h3>Newsletter</h3><p>Subscribe to our newsletter</p><input type="email"><button>Subscribe</button></aside>`,
    ),
  },
  {
    name: 'a small page',
    html: page(
      'Example Domain',
      '<h1>Example Domain</h1><p>This domain is for use in examples.</p>',
    ),
  },
];
