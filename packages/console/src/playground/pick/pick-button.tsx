import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { lazy } from '../../shell/lazy.tsx';
import type { PickPage } from './load-page.ts';
import type { PickerProps } from './selector-picker.tsx';

/** The page of the form that contains a field, if it can be loaded. */
export const PickContext = createContext<PickPage | undefined>(undefined);

const SelectorPicker = lazy<PickerProps>(
  async () => (await import('./selector-picker.tsx')).SelectorPicker,
);

interface PickProps {
  /** Parameter or field. */
  name: string;
  value: string;
  /** True if the value is a list, one a line. */
  isList: boolean;
  /** Number of steps before the selector is used. */
  steps?: number;
  onChange(value: string): void;
}

/** A button that picks a selector in an image of the page. Absent without a page. */
export function PickButton(props: PickProps) {
  const page = useContext(PickContext);
  const [isOpen, setOpen] = useState(false);
  if (!page || (!page.parameters['url'] && !page.parameters['html'])) return null;
  return (
    <>
      <button type="button" class="link pick" onClick={() => setOpen(true)}>
        Pick<span class="hidden"> {props.name} in the page</span>
      </button>
      {isOpen && <SelectorPicker {...props} page={page} onClose={() => setOpen(false)} />}
    </>
  );
}
