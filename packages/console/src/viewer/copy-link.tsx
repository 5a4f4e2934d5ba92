import { formatTime } from '../format.ts';
import { copyText } from './clipboard.ts';
import { CopyButton } from './file-actions.tsx';

/** Copies the link of a stored file, which works without a key until it expires. */
export function CopyLink({ link, expires }: { link: string; expires?: number | undefined }) {
  const until = expires === undefined ? '' : ` until ${formatTime(expires)}`;
  return (
    <CopyButton
      label="Copy link"
      title={`Anyone with the link sees the file${until}.`}
      copy={() => copyText(link)}
    />
  );
}
