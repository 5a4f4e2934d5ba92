import { formatTime } from '../format.ts';
import { CopyButton } from '../shell/copy-button.tsx';

/** Copies the link of a stored file, which works without a key until it expires. */
export function CopyLink({ link, expires }: { link: string; expires?: number | undefined }) {
  const until = expires === undefined ? '' : ` until ${formatTime(expires)}`;
  return (
    <CopyButton
      label="Copy link"
      title={`Anyone with the link can open the file${until}.`}
      copy={link}
    />
  );
}
