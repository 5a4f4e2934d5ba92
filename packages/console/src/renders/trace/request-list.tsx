import type { TracedRequest } from '@tintype/contract/trace';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { formatBytes, formatMs, shortenMiddle } from '../../format.ts';
import { Fact, Table } from '../../shell/table.tsx';
import { shownAddress } from '../request-state.ts';
import { CutNote, maxShown } from './cut-note.tsx';
import { placeOf } from './trace-times.ts';

interface RequestListProps {
  rows: readonly TracedRequest[];
  endMs: number;
  atMs: number;
  onTime(atMs: number): void;
}

const columns = ['Request', 'Status', 'Type', 'Size', 'Duration', 'Over time'];

/** The requests of a page; a press shows the details of one. */
export function RequestList({ rows, endMs, atMs, onTime }: RequestListProps) {
  const [open, setOpen] = useState<TracedRequest | undefined>();
  if (rows.length === 0) return <p class="quiet cut">None.</p>;
  return (
    <>
      <Table label="Requests" columns={columns}>
        {rows.slice(0, maxShown).map((row, at) => {
          const show = () => onTime(row.startMs);
          const { left, width } = placeOf(row, endMs);
          return (
            <Fragment key={at}>
              <tr class={row.startMs > atMs ? 'off' : ''} onPointerEnter={show}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    aria-expanded={open === row}
                    onFocus={show}
                    onClick={() => setOpen(open === row ? undefined : row)}
                  >
                    {shortenMiddle(shownAddress(row.url), 60)}
                  </button>
                </th>
                <td class={/^[1-3]\d\d$/.test(row.status) ? '' : 'bad'}>{row.status}</td>
                <td>{row.type}</td>
                <td class="number">{formatBytes(row.bytes)}</td>
                <td class="number">{formatMs(row.durationMs)}</td>
                <td class="span">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect x={left} width={width} height="8" />
                  </svg>
                </td>
              </tr>
              {open === row && (
                <tr>
                  <td colSpan={columns.length}>
                    <Details row={row} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </Table>
      <CutNote all={rows.length} />
    </>
  );
}

function Details({ row }: { row: TracedRequest }) {
  const { url, method, mediaType, startMs, phases, initiator } = row;
  const cause = [initiator.type, initiator.url].filter((part) => part !== '').join(', ');
  return (
    <dl class="facts-list">
      <Fact name="URL" value={url} />
      {method && <Fact name="Method" value={method} />}
      {mediaType && <Fact name="Media type" value={mediaType} />}
      <Fact name="Start" value={formatMs(startMs)} />
      {phases.map(({ name, durationMs }) => (
        <Fact key={name} name={name} value={formatMs(durationMs)} />
      ))}
      {cause && <Fact name="Initiator" value={cause} />}
    </dl>
  );
}
