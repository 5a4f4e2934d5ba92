import { COLOURS, type DecodedImage, inDepth, isClose } from '@tintype/testkit';
import t from 'tap';
import { createBlockLab } from './lab.ts';
import {
  cookiebot,
  didomi,
  oneTrustScript,
  pageUnder,
  quantcast,
  sourcepoint,
  sourcepointMessage,
  usercentrics,
} from './vendor-pages.ts';

const lab = await createBlockLab(t);
const { server } = lab;
server.page('/index.html', sourcepointMessage);
server.file('/otSDKStub.js', 'text/javascript', oneTrustScript());
server.file('/slow-no.js', 'text/javascript', oneTrustScript({ canReject: false }));
const oneTrust = (script: string) =>
  pageUnder(`<script src="${lab.url('onetrust.cdn.example', script)}"></script>`);

const narrow = { viewport_width: 640, viewport_height: 1080 };

/** Returns whether the green page covers the image, without a banner or its backdrop. */
function isUncovered(image: DecodedImage): boolean {
  const columns = [10, image.width / 2, image.width - 10];
  const rows = [200, 540, 980, 1070, image.height - 10];
  return rows.every((y) =>
    columns.every((x) => isClose(image.at(Math.round(x), Math.round(y)), COLOURS.green)),
  );
}

const pages: Record<string, { html: string; vendor: RegExp; how?: string; says?: string }> = {
  OneTrust: { html: oneTrust('/otSDKStub.js'), vendor: /onetrust/i },
  'OneTrust without a button that says no': {
    html: oneTrust('/slow-no.js'),
    vendor: /onetrust/i,
  },
  Cookiebot: { html: cookiebot, vendor: /cookiebot/i },
  Didomi: { html: didomi(true), vendor: /didomi/i },
  'Didomi without a button that says no': { html: didomi(false), vendor: /didomi/i },
  'Quantcast, a TCF tool': { html: quantcast, vendor: /quantcast/i },
  'Usercentrics, in a shadow root': { html: usercentrics, vendor: /usercentrics/i },
  'a tool that only autoconsent knows, by its button': {
    html: pageUnder(`<div id="adroll_consent_container" class="bar">We use cookies.
<button id="adroll_consent_reject" onclick="document.title = 'out'; this.parentElement.remove()">Sure, whatever</button></div>`),
    vendor: /adroll/i,
  },
  'Sourcepoint, in a frame of another site': {
    html: sourcepoint(lab.url('cdn.privacy-mgmt.com', '/index.html?message_id=1043416')),
    vendor: /sourcepoint/i,
  },
};

/**
 * A script, a button that says no behind another one, a shadow tree, a frame, and a rule of
 * autoconsent.
 */
const covering = [
  'OneTrust',
  'Didomi without a button that says no',
  'Usercentrics, in a shadow root',
  'a tool that only autoconsent knows, by its button',
  'Sourcepoint, in a frame of another site',
];

for (const [name, { html, vendor }] of Object.entries(pages)) {
  if (!covering.includes(name) && !inDepth(t, name)) continue;
  t.test(name, async (t) => {
    const path = `/${encodeURIComponent(name)}`;
    server.page(path, html);
    const url = lab.url('www.news.example', path);
    // In the default run the result alone says that there was one.
    if (name === 'OneTrust' || inDepth(t, `${name} as it was`)) {
      const before = await lab.shoot({ url, ...narrow, block_annoyance: 'none', delay: 0.5 });
      t.notOk(isUncovered(before.image), 'there is a banner to close');
    }

    const { result, image } = await lab.shoot({ url, ...narrow, full_page: true });
    t.match(result.blocking, { banner: { found: true, vendor, how: 'opt-out' } });
    t.equal(result.metadata.title, 'out', 'what the tool recorded');
    t.equal(image.height, 3000, 'the page scrolls again');
    t.ok(isUncovered(image), 'nothing of it is seen');
  });
}
