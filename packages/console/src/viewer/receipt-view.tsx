import type { Receipt } from '@tintype/contract/headers';
import { useId, useState } from 'preact/hooks';
import type { ImageBox } from './image-viewer.tsx';
import { badgesOf, type ReceiptBadge } from './receipt-badges.ts';

interface ReceiptProps {
  receipt: Receipt | undefined;
  /** Called with the areas to mark in the image. */
  onBoxes?: (boxes: readonly ImageBox[]) => void;
}

/** The report on a result's quality as badges; each opens its evidence. All of it is text. */
export function ReceiptView({ receipt, onBoxes }: ReceiptProps) {
  const id = useId();
  const [opened, setOpened] = useState<string | undefined>();
  if (receipt === undefined) return null;
  const badges = badgesOf(receipt);
  const shown = badges.find(({ text }) => text === opened);
  const toggle = ({ text, boxes = [] }: ReceiptBadge) => {
    setOpened(text === opened ? undefined : text);
    onBoxes?.(text === opened ? [] : boxes);
  };
  return (
    <section class="receipt" aria-label="Receipt">
      <ul class="badges" aria-label="Checks">
        {badges.map((one) => (
          <li key={one.text} class={one.tone}>
            {one.evidence.length === 0 ? (
              one.text
            ) : (
              <button
                type="button"
                aria-expanded={one === shown}
                aria-controls={one === shown ? id : undefined}
                onClick={() => toggle(one)}
              >
                {one.text}
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <ul id={id} class="evidence">
          {shown.evidence.map((line, at) => (
            <li key={at}>{line}</li>
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
