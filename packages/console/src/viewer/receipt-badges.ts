import { wallNames, type Receipt } from '@tintype/contract/headers';
import { countOf, formatBytes, formatMs } from '../format.ts';
import type { ImageBox } from './image-viewer.tsx';

/** A check of a receipt in a few words, and what the receipt contains about it. */
export interface ReceiptBadge {
  text: string;
  tone: 'good' | 'bad' | 'note';
  /** Lines; texts that pages control are cut by the service. */
  evidence: readonly string[];
  boxes?: readonly ImageBox[];
}

/** Returns the checks of a receipt: bad ones first, notes last. */
export function badgesOf(receipt: Receipt): ReceiptBadge[] {
  if (receipt.incomplete && receipt.status === undefined && !receipt.wall && !receipt.blank) {
    return [badge('bad', 'The document could not be read', ['It did not answer in time.'])];
  }
  const order = ['bad', 'good', 'note'];
  return [...verdictsOf(receipt), ...loadsOf(receipt), ...notesOf(receipt)].toSorted(
    (one, other) => order.indexOf(one.tone) - order.indexOf(other.tone),
  );
}

function badge(
  tone: ReceiptBadge['tone'],
  text: string,
  evidence: readonly (string | false | undefined)[] = [],
): ReceiptBadge {
  return { tone, text, evidence: evidence.filter((line) => typeof line === 'string') };
}

/** Returns a badge if there is anything to count. */
function counted(
  tone: ReceiptBadge['tone'],
  count: number | undefined,
  noun: string,
  evidence: readonly string[],
): ReceiptBadge[] {
  return count ? [badge(tone, countOf(count, noun), evidence)] : [];
}

function verdictsOf({ status, wall, blank, session, incomplete, glyphs }: Receipt): ReceiptBadge[] {
  const isRead = !incomplete;
  return [
    ...(status === undefined
      ? []
      : [
          badge(status < 400 ? 'good' : 'bad', `${status}`, [
            `The page responded with status ${status}.`,
          ]),
        ]),
    ...(wall
      ? [
          badge('bad', `Wall: ${wall.kind.replaceAll('_', ' ')}`, [
            `The page is hidden by ${wallNames[wall.kind] ?? 'a wall'}.`,
            ...wall.evidence,
          ]),
        ]
      : isRead
        ? [badge('good', 'No wall')]
        : []),
    ...(blank
      ? [
          badge('bad', 'Blank', [
            blank.share !== undefined &&
              `${(blank.share * 100).toFixed(1)} % of the image has one colour.`,
            blank.text ? 'The document displays text.' : 'The document displays no text.',
            blank.painted ? 'Something else is painted.' : 'Nothing else is painted.',
          ]),
        ]
      : isRead
        ? [badge('good', 'Not blank')]
        : []),
    ...(glyphs?.length
      ? [
          badge('bad', `No font for ${glyphs.join(', ')}`, [
            'The machine has no font for these characters and shows boxes. Install one on the server.',
          ]),
        ]
      : isRead
        ? [badge('good', 'All glyphs')]
        : []),
    ...(session
      ? [
          badge(session.expired ? 'bad' : 'note', `Session ${session.name}`, [
            session.expired && 'It is no longer logged in.',
            session.refreshed && 'Its login had expired, and was repeated.',
            session.unsaved && 'Changes of the page were not stored.',
          ]),
        ]
      : []),
  ];
}

function loadsOf({
  images,
  fonts,
  requests,
  console: errors,
  incomplete,
}: Receipt): ReceiptBadge[] {
  const { broken = 0, loading, lazy, first = [] } = images ?? {};
  const { made = 0, failed = 0, refused, blocked } = requests ?? {};
  const isRead = !incomplete;
  return [
    ...counted('bad', broken, 'broken image', first),
    ...(broken === 0 && isRead ? [badge('good', '0 broken images')] : []),
    ...counted('bad', loading, 'loading image', ['Not loaded when the page was captured.']),
    ...counted('note', lazy, 'lazy image', [
      'Outside the viewport, so the page did not load them.',
    ]),
    ...counted('bad', fonts?.count, 'failed font', fonts?.first ?? []),
    ...(requests
      ? [
          badge(failed > 0 ? 'bad' : 'good', countOf(failed, 'failed request'), [
            `Of ${countOf(made, 'request')}. A render with keep_trace lists them.`,
          ]),
        ]
      : []),
    ...counted('bad', refused, 'refused target', [
      'Addresses that are not public, or that the operator does not allow.',
    ]),
    ...counted('note', blocked, 'blocked request', ['By block_annoyance.']),
    ...counted('bad', errors?.count, 'script error', errors?.first ?? []),
  ];
}

function notesOf(receipt: Receipt): ReceiptBadge[] {
  const { redirects, consent, cut, bytes, settled, ignored, steps, browser, incomplete } = receipt;
  return [
    ...(cut ? [badge('bad', 'Cut', ['The page kept growing, so its end is missing.'])] : []),
    ...counted('bad', settled?.missing?.length, 'missing part', settled?.missing ?? []),
    ...(settled?.moving
      ? [badge('bad', 'Still moving', ['The page was still moving when it was captured.'])]
      : []),
    ...counted('note', redirects?.length, 'redirect', redirects ?? []),
    ...(consent?.found
      ? [
          badge('note', 'Consent banner', [
            consent.vendor && `Of ${consent.vendor}.`,
            consent.how === 'opt-out' && 'Its button declined.',
            consent.how === 'hidden' && 'It was hidden.',
          ]),
        ]
      : []),
    ...counted(
      'note',
      steps?.length,
      'step',
      (steps ?? []).map(({ step, ms }) => `${step}: ${formatMs(ms)}`),
    ),
    ...counted('note', ignored?.length, 'ignored area', [
      'Marked in the image. Comparisons ignore them.',
    ]).map((one) => ({ ...one, boxes: ignored ?? [] })),
    ...(bytes
      ? [
          badge('note', `${formatBytes(bytes.received)} received`, [
            `The file has ${formatBytes(bytes.result)}.`,
          ]),
        ]
      : []),
    ...counted('note', browser?.unguarded.length, 'missing restriction', [
      `The remote browser does not enforce ${browser?.unguarded.join(', ')}.`,
    ]),
    ...(incomplete ? [badge('note', 'Shortened', ['Some fields were left out.'])] : []),
  ];
}
