import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../context.ts';
import { Problem, Skeleton } from '../../shell/pending.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { ElementList } from './element-list.tsx';
import { loadPage, pageBefore, type PickPage, type PickedPage } from './load-page.ts';
import { PageImage } from './page-image.tsx';
import { matchElements, type PickElement } from './page-elements.ts';

export interface PickerProps {
  page: PickPage;
  name: string;
  value: string;
  isList: boolean;
  steps?: number;
  onChange(value: string): void;
  onClose(): void;
}

/** Picks selectors: in an image of the page, or in a list of its elements. Escape closes it. */
export function SelectorPicker({
  page,
  name,
  value,
  isList,
  steps,
  onChange,
  onClose,
}: PickerProps) {
  const { api } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const {
    value: loaded,
    error,
    reload,
  } = useLoaded((signal) => loadPage(api, pageBefore(page, name, steps), signal), []);
  useEffect(() => dialog.current?.showModal(), []);
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const pick = ({ selector }: PickElement) => {
    if (!isList) {
      onChange(selector);
      dialog.current?.close();
      return;
    }
    const others = lines.filter((line) => line !== selector);
    onChange([...others, ...(others.length === lines.length ? [selector] : [])].join('\n'));
  };
  return (
    <dialog ref={dialog} class="picker" aria-labelledby="picker-title" onClose={onClose}>
      <div class="bar">
        <h2 id="picker-title">
          Pick <code>{name}</code>
        </h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          {isList && lines.length > 0 ? `Done, ${lines.length} set` : 'Close'}
        </button>
      </div>
      {error && <Problem error={error} onRetry={reload} />}
      {!error && !loaded && <Skeleton lines={6} />}
      {loaded && <Choice page={loaded} picked={isList ? lines : [value]} onPick={pick} />}
    </dialog>
  );
}

interface ChoiceProps {
  page: PickedPage;
  picked: readonly string[];
  onPick(element: PickElement): void;
}

function Choice({ page, picked, onPick }: ChoiceProps) {
  const [hovered, setHovered] = useState<PickElement | undefined>();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => matchElements(page.elements, typed), [page, typed]);
  return (
    <>
      <p class="picker-hint" role="status">
        {hovered ? (
          <code>{hovered.selector}</code>
        ) : (
          <span class="quiet">Click an element in the image, or choose one from the list.</span>
        )}
      </p>
      <div class="picker-parts">
        <PageImage {...{ page, hovered, picked, onPick }} onHover={setHovered} />
        <ElementList {...{ found, typed, picked, onPick }} onType={setTyped} onHover={setHovered} />
      </div>
    </>
  );
}
