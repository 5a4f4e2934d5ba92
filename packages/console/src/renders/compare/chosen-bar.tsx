import type { RequestState } from '@tintype/client';
import { useConsole } from '../../context.ts';
import { comparisonAddress } from './compared-pair.ts';

/** Compares two chosen renders. */
export function ChosenBar({
  chosen,
  onClear,
}: {
  chosen: readonly RequestState[];
  onClear(): void;
}) {
  const { go } = useConsole();
  const address = comparisonAddress(chosen);
  return (
    <div class="chosen" role="group" aria-label="Comparison">
      <span role="status">
        {address === undefined ? 'Select a second render to compare.' : '2 selected'}
      </span>
      <button
        type="button"
        class="primary"
        disabled={address === undefined}
        onClick={() => address && go(address)}
      >
        Compare
      </button>
      <button type="button" class="link" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
