import type { EventText } from '@tintype/contract';

/** A message as the JSON body of a POST. */
export type ChatMessage = (text: EventText) => object;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const colours = { changed: 0xb35900, failed: 0xb42318, recovered: 0x1a7f37 } as const;

/**
 * Slack's incoming webhooks: blocks of plain text, in which nothing is a mention or a link. The image
 * is an attachment, because Slack rejects a block with an image that it cannot load.
 * https://docs.slack.dev/reference/block-kit/blocks
 */
export const slackMessage: ChatMessage = ({ event, title, lines, page, image }) => {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const button = (label: string, url: string) => ({ type: 'button', text: plain(label), url });
  return {
    // Shown in notifications; `<!channel>` and links are written with these signs.
    text: title.replace(/[&<>]/g, (sign) => entities[sign] ?? ''),
    blocks: [
      { type: 'header', text: plain(cut(title, 150)) },
      ...(lines.length > 0 ? [{ type: 'section', text: plain(cut(lines.join('\n'), 3_000)) }] : []),
      ...(page === undefined
        ? []
        : [{ type: 'actions', elements: [button('Open the page', page)] }]),
    ],
    ...(image !== undefined && {
      attachments: [
        { fallback: 'Image of the page', color: hex(colours[event]), image_url: image },
      ],
    }),
  };
};

/**
 * Discord's webhooks: an embed. Nothing is mentioned, and no text is Markdown.
 * https://discord.com/developers/docs/resources/message#embed-object
 */
export const discordMessage: ChatMessage = ({ event, title, lines, page, image }) => ({
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title: cut(escapeMarkdown(title), 256),
      description: cut(lines.map(escapeMarkdown).join('\n'), 4_096),
      color: colours[event],
      ...(page !== undefined && { url: page }),
      ...(image !== undefined && { image: { url: image } }),
    },
  ],
});

/** Everything that has a meaning in Discord's Markdown, mentions included. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]()#<@:+.-]/g, (sign) => `\\${sign}`);
}

/**
 * Workflows of Microsoft Teams: an adaptive card of at most 28 KB. Text runs are not Markdown.
 * https://adaptivecards.io/explorer/TextRun.html
 */
export const teamsMessage: ChatMessage = ({ title, lines, page, image }) => {
  const run = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      run(title, { weight: 'Bolder', size: 'Medium' }),
      ...lines.map((line) => run(line)),
      ...(image === undefined ? [] : [{ type: 'Image', url: image, altText: 'Image of the page' }]),
    ],
    ...(page !== undefined && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: page }],
    }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
};

/** ntfy, published as JSON. https://docs.ntfy.sh/publish/#publish-as-json */
export function ntfyMessage(
  { event, title, lines, page, image }: EventText,
  topic: string,
): object {
  return {
    topic,
    title,
    message: cut(lines.join('\n') || title, 1_000),
    tags: [event],
    ...(event === 'failed' && { priority: 4 }),
    ...(page !== undefined && { click: page }),
    ...(image !== undefined && { attach: image }),
  };
}

/** Messages are limited in UTF-16 units or characters: the former are at least as many. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
