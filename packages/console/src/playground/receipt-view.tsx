import type { Receipt } from '@tintype/contract/headers';
import { countOf } from '../format.ts';

/** The report on a result's quality, worst first; everything is shown as text. */
export function ReceiptView({ receipt }: { receipt: Receipt | undefined }) {
  if (receipt === undefined) return null;
  const verdicts = verdictsOf(receipt);
  return (
    <section class="receipt" aria-label="Receipt">
      <ul class="badges" aria-label="Checks">
        {badgesOf(receipt).map(({ text, isGood }) => (
          <li key={text} class={isGood ? 'good' : 'bad'}>
            {text}
          </li>
        ))}
      </ul>
      {verdicts.length > 0 && (
        <ul>
          {verdicts.map((verdict) => (
            <li key={verdict}>{verdict}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>Receipt</summary>
        <pre tabIndex={0}>{JSON.stringify(receipt, undefined, 2)}</pre>
      </details>
    </section>
  );
}

/** The checks of a receipt in a few words, each with its outcome. */
export function badgesOf(receipt: Receipt): { text: string; isGood: boolean }[] {
  const { status, wall, blank, images, glyphs, requests, fonts, incomplete } = receipt;
  const good = (text: string) => ({ text, isGood: true });
  const bad = (text: string) => ({ text, isGood: false });
  const count = (number: number, noun: string) =>
    (number === 0 ? good : bad)(countOf(number, noun));
  if (incomplete) return [bad('The document could not be read')];
  return [
    ...(status === undefined ? [] : [status < 400 ? good(`${status}`) : bad(`${status}`)]),
    wall ? bad(`Wall: ${wall.kind.replaceAll('_', ' ')}`) : good('No wall'),
    blank ? bad('Blank') : good('Not blank'),
    count(images?.broken ?? 0, 'broken image'),
    ...(fonts && fonts.count > 0 ? [count(fonts.count, 'failed font')] : []),
    glyphs?.length ? bad(`No font for ${glyphs.join(', ')}`) : good('All glyphs'),
    count(requests?.failed ?? 0, 'failed request'),
  ];
}

function verdictsOf({
  status,
  blank,
  wall,
  images,
  fonts,
  glyphs,
  requests,
  console: errors,
  cut,
  session,
}: Receipt): string[] {
  const several = (count: number, one: string, more: string) =>
    `${count} ${count === 1 ? one : more}`;
  return [
    status !== undefined && status >= 400 && `The page answered ${status}.`,
    blank && 'The result is blank.',
    wall &&
      `A wall hides the page: ${wall.kind.replaceAll('_', ' ')} (${wall.evidence.join(', ')}).`,
    session?.expired && `The session ${session.name} is not logged in any more.`,
    images && images.broken > 0 && `${several(images.broken, 'image is', 'images are')} broken.`,
    images &&
      images.loading > 0 &&
      `${several(images.loading, 'image was', 'images were')} still loading.`,
    fonts && fonts.count > 0 && `${several(fonts.count, 'font', 'fonts')} did not load.`,
    glyphs && glyphs.length > 0 && `No font covers ${glyphs.join(', ')}.`,
    requests && requests.failed > 0 && `${several(requests.failed, 'request', 'requests')} failed.`,
    requests &&
      requests.refused > 0 &&
      `${several(requests.refused, 'target was', 'targets were')} refused.`,
    errors &&
      errors.count > 0 &&
      `Scripts of the page reported ${several(errors.count, 'error', 'errors')}.`,
    cut === 'growing' && 'The page kept growing, and was cut.',
  ].filter((verdict) => typeof verdict === 'string');
}
