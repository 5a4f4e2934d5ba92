import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { Problem } from '../shell/pending.tsx';
import { CopyLink } from '../viewer/copy-link.tsx';
import { createLink, type AskedRender, type ResultLink } from './create-link.ts';

const hourS = 3_600;
const lifetimes: Readonly<Record<string, number>> = {
  '1 hour': hourS,
  '1 day': 24 * hourS,
  '7 days': 7 * 24 * hourS,
  '30 days': 30 * 24 * hourS,
};

interface LinkState {
  isRunning?: boolean;
  made?: ResultLink;
  error?: Error;
}

/** A button that creates a link to a stored copy of a result. */
export function ShareButton({ asked }: { asked: AskedRender }) {
  const { api } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [lifetime, setLifetime] = useState('7 days');
  const [{ isRunning, made, error }, setState] = useState<LinkState>({});
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const create = () => {
    const { signal } = ending.current;
    setState({ isRunning: true });
    createLink(api, asked, lifetimes[lifetime] ?? hourS, signal).then(
      (link) => setState({ made: link }),
      (failure: Error) => {
        if (!signal.aborted) setState({ error: failure });
      },
    );
  };
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Share
      </button>
      {isOpen && (
        <div class="share" role="group" aria-label="Share">
          <p>
            Renders the page again and stores the file. Anyone with the link can open it without a
            key, until the link expires or the render is deleted.
          </p>
          <div class="actions">
            <select
              aria-label="The link expires after"
              value={lifetime}
              onChange={(event) => setLifetime(event.currentTarget.value)}
            >
              {Object.keys(lifetimes).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <button type="button" aria-disabled={isRunning} onClick={() => !isRunning && create()}>
              {isRunning ? 'Rendering …' : 'Create a link'}
            </button>
          </div>
          {error && <Problem error={error} />}
          {made && (
            <p role="status">
              <input type="text" readOnly value={made.link} aria-label="Link" />
              <span class="actions">
                <CopyLink {...made} />
                {made.expires !== undefined && (
                  <span class="quiet">until {formatTime(made.expires)}</span>
                )}
              </span>
            </p>
          )}
        </div>
      )}
    </>
  );
}
