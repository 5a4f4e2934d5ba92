import type { Trace } from '@tintype/contract/trace';
import { formatMs } from '../../format.ts';
import { Table } from '../../shell/table.tsx';
import { CutNote, maxShown } from './cut-note.tsx';

interface MessageListProps {
  rows: Readonly<Trace['console']>;
  atMs: number;
  onTime(atMs: number): void;
}

const levels: Readonly<Record<string, string>> = {
  error: 'bad',
  assert: 'bad',
  warning: 'changed',
};

/** Messages of the console, with their levels. */
export function MessageList({ rows, atMs, onTime }: MessageListProps) {
  if (rows.length === 0) return <p class="quiet cut">None.</p>;
  return (
    <>
      <Table label="Console of the page" columns={['Time', 'Level', 'Message']}>
        {rows.slice(0, maxShown).map((row, at) => {
          const show = () => onTime(row.atMs);
          return (
            <tr key={at} class={row.atMs > atMs ? 'off' : ''} onPointerEnter={show}>
              <td class="number">
                <button type="button" class="link" onFocus={show} onClick={show}>
                  {formatMs(row.atMs)}
                </button>
              </td>
              <td class={levels[row.level]}>{row.level}</td>
              <td>
                <code class="wrap">{row.text}</code>
              </td>
            </tr>
          );
        })}
      </Table>
      <CutNote all={rows.length} />
    </>
  );
}
