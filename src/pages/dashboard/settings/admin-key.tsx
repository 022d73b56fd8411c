import { useState } from 'preact/hooks';
import type { RotateReply } from '../../../wire/admin.ts';
import { apiPath, call, sentenceOf } from '../api.ts';
import { formatExact } from '../format.ts';
import { forget } from '../live.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';

/** The key that opens this dashboard: make a new one, or leave. */
export function AdminKey({ anonymousMode }: { anonymousMode: boolean }) {
  const [rotating, setRotating] = useState(false);
  const [problem, setProblem] = useState<string>();
  const signOut = async () => {
    try {
      await call(apiPath('ops/sign-out'), { method: 'POST' });
      location.reload();
    } catch (thrown) {
      setProblem(sentenceOf(thrown));
    }
  };
  return (
    <>
      <p>
        {anonymousMode
          ? 'There is no key yet, so this dashboard is open to everyone who knows its address. The first rotation makes one and closes the door.'
          : 'One key opens this dashboard and everything behind it. Rotate it when somebody who knew it leaves, or when it may have been seen.'}
      </p>
      <div class="row">
        <button type="button" class="button primary" onClick={() => setRotating(true)}>
          Rotate admin key
        </button>
        {!anonymousMode && (
          <button type="button" class="button" onClick={() => void signOut()}>
            Sign out
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      {rotating && <Rotation anonymousMode={anonymousMode} onClose={() => setRotating(false)} />}
    </>
  );
}

/** Explains, rotates, and shows the new key this once. */
function Rotation({ anonymousMode, onClose }: { anonymousMode: boolean; onClose: () => void }) {
  // The banner goes as soon as there is a key, while these words are still being read.
  const [first] = useState(anonymousMode);
  const [state, setState] = useState<{ running?: boolean; problem?: string; made?: RotateReply }>({});
  const rotate = async () => {
    setState({ running: true });
    try {
      const response = await call(apiPath('ops/rotate-key'), { method: 'POST' });
      setState({ made: (await response.json()) as RotateReply });
      forget(apiPath('overview'));
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  if (state.made) return <NewKey made={state.made} onClose={onClose} />;
  return (
    <Dialog title="Rotate the admin key?" onClose={onClose} dismissible={!state.running}>
      <ul class="points">
        {first ? (
          <>
            <li>A key is made. From then on this dashboard asks for it.</li>
            <li>Everybody else who has it open is asked for the key at once.</li>
          </>
        ) : (
          <>
            <li>A new key is made. The old one stops working at once.</li>
            <li>Links with the old key and every other signed-in browser stop working too.</li>
          </>
        )}
        <li>This browser stays signed in.</li>
        <li>The new key is shown once. Nobody can read it back later, so have a safe place ready.</li>
      </ul>
      {state.problem !== undefined && (
        <p class="bad" role="alert">
          {state.problem}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button" disabled={state.running} onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={state.running} onClick={() => void rotate()}>
          {first ? 'Make the key' : 'Rotate key'}
        </button>
      </div>
    </Dialog>
  );
}

function NewKey({ made, onClose }: { made: RotateReply; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog title="Your new admin key" onClose={onClose} dismissible={false}>
      <p>Put it in a safe place now. It is not shown again, and nobody can read it back.</p>
      <output class="key" aria-label="New admin key" tabIndex={0}>
        {made.adminKey}
      </output>
      <CopyButton text={made.adminKey} label="Copy the key" primary />
      <p class="quiet">
        Made {formatExact(made.rotatedAt)}. This browser goes on with a fresh session; all others have to sign
        in with this key.
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={kept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />{' '}
        I have put the key in a safe place
      </label>
      <div class="actions">
        <button type="button" class="button primary" disabled={!kept} onClick={onClose}>
          Go on
        </button>
      </div>
    </Dialog>
  );
}
