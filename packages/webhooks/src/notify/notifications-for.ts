import { describeEvent, type EventText } from '@tintype/contract';
import {
  maxNotifications,
  ntfyTopic,
  type MonitorEvent,
  type Notification,
  type Watch,
} from '@tintype/contract/wire';
import type { NewDelivery } from '@tintype/store';
import { discordMessage, ntfyMessage, slackMessage, teamsMessage } from './chat-messages.ts';
import { mailMessage } from './mail-message.ts';

/**
 * Returns the messages to people about an event of a monitor, for the outbox. They are unsigned. A
 * message that cannot be written is left out: it must not delay the others, nor the check.
 * @param origin - account and request of the event
 */
export function notificationsFor(
  { notify }: Pick<Watch, 'notify'>,
  event: MonitorEvent,
  origin: Pick<NewDelivery, 'accountId' | 'requestId'>,
): NewDelivery[] {
  const text = describeEvent(event);
  return notify.slice(0, maxNotifications).flatMap((notification, at) => {
    const message = messageOrNone(notification, text);
    if (message === undefined) return [];
    const { url, body } = message;
    const part = `${event.event}-${notification.type}-${at}`;
    return [{ ...origin, part, url, signed: false, body: JSON.stringify(body) }];
  });
}

function withPublicImage({ image, ...text }: EventText): EventText {
  return { ...text, ...(isPublic(image) && { image }) };
}

/** Services that load an image reject a message whose image is on a private host. */
function isPublic(address: string | undefined): address is string {
  if (address === undefined) return false;
  const { hostname } = new URL(address);
  const isName = /\.[a-z][a-z0-9-]*$/i.test(hostname);
  return isName && !/\.(?:local|localhost|internal|lan|home|test|invalid)$/i.test(hostname);
}

function messageOrNone(...given: Parameters<typeof messageFor>): ReturnType<typeof messageFor> {
  try {
    return messageFor(...given);
  } catch {
    return undefined;
  }
}

function messageFor(
  { type, url, to }: Notification,
  whole: EventText,
): { url: string; body: object } | undefined {
  if (type === 'email') {
    if (to === undefined) return undefined;
    return { url: mailAddress(to), body: mailMessage(whole, isPublic(whole.image)) };
  }
  if (url === undefined) return undefined;
  const text = withPublicImage(whole);
  switch (type) {
    case 'slack':
      return { url, body: slackMessage(text) };
    case 'discord':
      return { url, body: discordMessage(text) };
    case 'teams':
      return { url, body: teamsMessage(text) };
    case 'ntfy':
      return ntfyDelivery(url, text);
  }
}

const mailScheme = 'mailto:';

function mailAddress(to: string): string {
  return `${mailScheme}${encodeURIComponent(to)}`;
}

/** Returns the recipient of a delivery that is an e-mail. */
export function recipientOf(url: string): string | undefined {
  if (!url.startsWith(mailScheme)) return undefined;
  try {
    return decodeURIComponent(url.slice(mailScheme.length));
  } catch {
    return undefined;
  }
}

/** JSON is published at the root of a server, and names the topic. */
function ntfyDelivery(address: string, text: EventText): { url: string; body: object } {
  const url = new URL(address);
  const [, root = '/', topic = ''] = ntfyTopic.exec(url.pathname) ?? [];
  url.pathname = root;
  return { url: url.href, body: ntfyMessage(text, topic) };
}
