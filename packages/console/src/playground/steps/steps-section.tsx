import { useState } from 'preact/hooks';
import { lazy } from '../../shell/lazy.tsx';
import type { StepsProps } from './steps-editor.tsx';

const StepsEditor = lazy<StepsProps>(async () => (await import('./steps-editor.tsx')).StepsEditor);

/** Steps of the request, edited one by one; the editor is loaded when it is opened. */
export function StepsSection(props: StepsProps) {
  const { filled, problems } = props;
  const text = filled['steps'] ?? '';
  const [isOpen, setOpen] = useState(text !== '');
  const isWrong = problems['steps'] !== undefined || problems['secrets'] !== undefined;
  return (
    <details
      class="steps"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>Steps</span>
        {text !== '' && <span class="count">{countOf(text)} set</span>}
      </summary>
      {(isOpen || isWrong) && (
        <div class="inside">
          <StepsEditor {...props} />
        </div>
      )}
    </details>
  );
}

/** Returns the number of steps: of a list, or of an export of Chrome's Recorder. */
function countOf(text: string): number {
  try {
    const given = JSON.parse(text) as { steps?: unknown } | null;
    const list = given?.steps ?? given;
    return Array.isArray(list) ? list.length : 0;
  } catch {
    return 0;
  }
}
