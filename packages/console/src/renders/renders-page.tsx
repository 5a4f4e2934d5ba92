import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Link } from '../shell/link.tsx';
import { ComparePage } from './compare/compare-page.tsx';
import { FollowedRequest } from './followed-request.tsx';
import { Gallery } from './gallery.tsx';

/** Stored renders: async requests, runs of tasks, and requests with a webhook. */
export function RendersPage() {
  const { place } = useConsole();
  if (place.id === undefined) return <Gallery />;
  return place.id === 'compare' ? <TwoRenders /> : <OneRender key={place.id} id={place.id} />;
}

function TwoRenders() {
  return (
    <>
      <p>
        <Link to="/console/renders">All renders</Link>
      </p>
      <h1>Comparison</h1>
      <ComparePage />
    </>
  );
}

function OneRender({ id }: { id: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <p>
        <Link to="/console/renders">All renders</Link>
      </p>
      <div class="title-bar">
        <h1>Render</h1>
        {!isMissing && <RemoveButton id={id} />}
      </div>
      <FollowedRequest id={id} onMissing={() => setMissing(true)} />
    </>
  );
}

function RemoveButton({ id }: { id: string }) {
  const { api, go, notify } = useConsole();
  const remove = () =>
    api.send('DELETE', `/v1/requests/${encodeURIComponent(id)}`).then(
      () => {
        notify('Render deleted.');
        go('/console/renders');
      },
      (failure: Error) => notify(failure.message),
    );
  return (
    <ConfirmButton
      title="Delete"
      question="Delete it and its files?"
      isDanger
      onConfirm={() => void remove()}
    />
  );
}
