import type { MonitorEvent, Notification } from '@tintype/contract/wire';
import t from 'tap';
import { notificationsFor, recipientOf } from './notifications-for.ts';

const image = 'https://shots.example/v1/files/aa.png';
const hostile =
  '<!channel> @everyone [Log in](https://evil.example) **<b>&\u202e\r\nBcc: a@b.example';

const event: MonitorEvent = {
  event: 'changed',
  task: { id: 7, name: 'Front page', url: 'https://example.com/' },
  check: {
    request: '0199aaaa-0000-7000-8000-000000000001',
    at: 1_796_000_000,
    outcome: 'changed',
    visual: {
      changed: 0.0231,
      similarity: 0.97,
      region_count: 2,
      regions: [
        { type: 'text', text: { before: '20 EUR', after: '30 EUR' } },
        { type: 'added' },
        1,
      ],
    },
    text: { changed: 0.1, added: 1, removed: 1, diff: '@@ -1 +1 @@\n-20 EUR\n+30 EUR\n' },
    status: { before: '200', after: '404' },
    metadata: { title: { before: 'Shop', after: null } },
    overlay: image,
  },
};
const notify: Notification[] = [
  { type: 'slack', url: 'https://hooks.slack.example/x' },
  { type: 'discord', url: 'https://discord.example/api/webhooks/1/x' },
  { type: 'teams', url: 'https://flow.example/x?sig=1' },
  { type: 'ntfy', url: 'https://ntfy.example/sub/my-topic?auth=1' },
  { type: 'email', to: 'ann@example.com' },
];
const origin = { accountId: 'a', requestId: event.check.request };
const bodiesOf = (given: MonitorEvent) =>
  notificationsFor({ notify }, given, origin).map(({ body }) => JSON.parse(body));

t.test('a change in the form of each service', async (t) => {
  const deliveries = notificationsFor({ notify }, event, origin);
  t.same(
    deliveries.map(({ url, part, signed }) => [url, part, signed]),
    [
      ['https://hooks.slack.example/x', 'changed-slack-0', false],
      ['https://discord.example/api/webhooks/1/x', 'changed-discord-1', false],
      ['https://flow.example/x?sig=1', 'changed-teams-2', false],
      ['https://ntfy.example/sub/?auth=1', 'changed-ntfy-3', false],
      ['mailto:ann%40example.com', 'changed-email-4', false],
    ],
  );
  t.equal(recipientOf('mailto:ann%40example.com'), 'ann@example.com');
  t.equal(recipientOf('https://x.example/'), undefined);
  const [slack, discord, teams, ntfy, mail] = bodiesOf(event);
  const lines = [
    'Image: 2.31 % of the pixels, 2 regions',
    '"20 EUR" → "30 EUR"',
    'Text: 1 lines added, 1 removed',
    '-20 EUR',
    '+30 EUR',
    'Status: "200" → "404"',
    'title: "Shop" → none',
  ];
  t.match(slack, {
    text: 'Changed: Front page',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Changed: Front page' } },
      { type: 'section', text: { type: 'plain_text', text: lines.join('\n') } },
      { type: 'actions', elements: [{ type: 'button', url: 'https://example.com/' }] },
    ],
    attachments: [{ image_url: image }],
  });
  t.match(discord, {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: String.raw`Changed\: Front page`,
        url: 'https://example.com/',
        image: { url: image },
      },
    ],
  });
  t.match(teams.attachments[0], {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: { type: 'AdaptiveCard', actions: [{ url: 'https://example.com/' }] },
  });
  t.same(
    teams.attachments[0].content.body
      .slice(1, -1)
      .map((block: { inlines: { text: string }[] }) => block.inlines[0]?.text),
    lines,
  );
  t.match(ntfy, {
    topic: 'my-topic',
    title: 'Changed: Front page',
    click: 'https://example.com/',
    attach: image,
  });
  t.match(mail, { subject: 'Changed: Front page' });
  t.match(mail, { image, isPublic: true });
});

t.test('texts of pages are no mentions, links or headers', async (t) => {
  const [slack, discord, teams, ntfy, mail] = bodiesOf({
    event: 'failed',
    task: { id: 7, name: hostile, url: 'javascript:alert(1)' },
    check: { request: origin.requestId, at: 1, outcome: 'failed', error: hostile },
  });
  t.match(slack.text, /^Failed: &lt;!channel&gt; @everyone/);
  t.notMatch(JSON.stringify(slack), /mrkdwn/, 'blocks are plain text');
  t.notOk('attachments' in slack);
  const { title, description, url } = discord.embeds[0];
  t.equal(url, undefined);
  for (const text of [title, description]) t.notMatch(text, /(?<!\\)[<>@*[\]()]/);
  t.notMatch(JSON.stringify(teams), /"type":"TextBlock"/, 'which would be Markdown');
  t.match(ntfy, { priority: 4 });
  t.notMatch(mail.subject, /[\r\n\u202e]/);
  t.notMatch(mail.html, /<b>|<a /);
  for (const body of [slack, discord, teams, ntfy, mail]) {
    t.notMatch(JSON.stringify(body), /javascript:alert|\u202e/);
  }
});

t.test('messages stay within the limits of the services', async (t) => {
  const long = '\u{1f600}"'.repeat(20_000);
  const change = { before: long, after: `${long}!` };
  const huge: MonitorEvent = {
    ...event,
    task: { ...event.task, name: long, url: `https://example.com/${'x'.repeat(9_000)}` },
    check: {
      ...event.check,
      error: long,
      text: { changed: 1, added: 900, removed: 900, diff: `+${long}\n`.repeat(100) },
      visual: { ...event.check.visual!, regions: Array(20).fill({ text: change }) },
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}`, change])),
    },
  };
  const [slack, discord, teams, ntfy, mail] = bodiesOf(huge);
  t.ok(slack.blocks[0].text.text.length <= 150);
  t.ok(slack.blocks[1].text.text.length <= 3_000);
  t.ok(discord.embeds[0].title.length <= 256 && discord.embeds[0].description.length <= 4_096);
  t.ok(Buffer.byteLength(JSON.stringify(teams)) <= 28_000, 'a card of Teams');
  t.ok(Buffer.byteLength(ntfy.message) <= 4_096);
  t.ok(Buffer.byteLength(JSON.stringify(mail)) < 64_000);
  const many = Array.from({ length: 11 }, () => notify[0]!);
  t.equal(notificationsFor({ notify: many }, event, origin).length, 10);
});

t.test('an image on a private host is left out, as services reject it', async (t) => {
  for (const base of [
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://shots.internal',
    'http://shots',
    'http://[::1]',
  ]) {
    const overlay = `${base}/v1/files/aa.png`;
    const [slack, discord, , , mail] = bodiesOf({ ...event, check: { ...event.check, overlay } });
    t.notOk('attachments' in slack, base);
    t.notOk('image' in discord.embeds[0], base);
    t.match(mail, { image: overlay, isPublic: false }, 'it is attached to an e-mail');
    t.notMatch(mail.text, base);
  }
});

t.test('a message that cannot be written does not stop the others', (t) => {
  const bad: Notification[] = [
    { type: 'ntfy', url: 'https://ntfy.example/%zz' },
    { type: 'ntfy', url: 'no address' },
    { type: 'email', to: '\ud800@example.com' },
    { type: 'slack', url: 'https://hooks.slack.example/x' },
  ];
  const parts = notificationsFor({ notify: bad }, event, origin).map(({ part }) => part);
  t.ok(parts.includes('changed-slack-3'));
  t.notOk(parts.includes('changed-ntfy-1'));
  t.notOk(parts.includes('changed-email-2'));
  t.end();
});
