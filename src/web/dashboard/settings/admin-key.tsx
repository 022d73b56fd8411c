import { useState } from 'preact/hooks';
import type { RotateReply } from '../../../wire/admin.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { formatExact } from '../../ui/format.ts';
import { invalidate } from '../live.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** The admin key: create, rotate, or sign out. */
export function AdminKey({ anonymousMode }: { anonymousMode: boolean }) {
  const [rotating, setRotating] = useState(false);
  const [problem, setProblem] = useState<string>();
  const signOut = async () => {
    try {
      await adminApi.send('POST', apiPath('ops/sign-out'));
      location.reload();
    } catch (thrown) {
      setProblem(sentenceOf(thrown));
    }
  };
  return (
    <>
      <p>
        {anonymousMode
          ? 'No admin key exists, so anyone with the address can open this dashboard. Create an admin key to restrict access.'
          : 'Rotate the key when someone who knows it leaves, or when it may have been exposed.'}
      </p>
      <div class="row">
        <button type="button" class="button primary" onClick={() => setRotating(true)}>
          {anonymousMode ? 'Create admin key' : 'Rotate admin key'}
        </button>
        {!anonymousMode && (
          <button type="button" class="button" onClick={() => void signOut()}>
            Sign out
          </button>
        )}
      </div>
      <ErrorNotice sentence={problem} />
      {rotating && <Rotation anonymousMode={anonymousMode} onClose={() => setRotating(false)} />}
    </>
  );
}

/** Explains, rotates, and shows the new key once. */
function Rotation({ anonymousMode, onClose }: { anonymousMode: boolean; onClose: () => void }) {
  // The banner disappears as soon as a key exists, but this text must not change while it is read.
  const [first] = useState(anonymousMode);
  const [state, setState] = useState<{ running?: boolean; problem?: string; made?: RotateReply }>({});
  const rotate = async () => {
    setState({ running: true });
    try {
      setState({ made: await adminApi.send<RotateReply>('POST', apiPath('ops/rotate-key')) });
      invalidate(apiPath('overview'));
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  if (state.made) return <NewKey made={state.made} onClose={onClose} />;
  return (
    <Dialog
      title={first ? 'Create an admin key?' : 'Rotate the admin key?'}
      onClose={onClose}
      dismissible={!state.running}
    >
      <ul class="points">
        {first ? (
          <>
            <li>The dashboard and the admin API require the key from now on.</li>
            <li>Other open browsers are signed out immediately.</li>
          </>
        ) : (
          <>
            <li>The old key and links that contain it stop working immediately.</li>
            <li>Other signed-in browsers are signed out.</li>
          </>
        )}
        <li>This browser stays signed in.</li>
        <li>The new key is shown only once.</li>
      </ul>
      <ErrorNotice sentence={state.problem} />
      <div class="actions">
        <button type="button" class="button" disabled={state.running} onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={state.running} onClick={() => void rotate()}>
          {first ? 'Create admin key' : 'Rotate key'}
        </button>
      </div>
    </Dialog>
  );
}

function NewKey({ made, onClose }: { made: RotateReply; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog title="Your new admin key" onClose={onClose} dismissible={false}>
      <p>Store it in a safe place. It is not shown again.</p>
      <output class="key" aria-label="New admin key" tabIndex={0}>
        {made.adminKey}
      </output>
      <CopyButton text={made.adminKey} label="Copy key" primary />
      <p class="quiet">
        Created {formatExact(made.rotatedAt)}. This browser stays signed in; others sign in with this key.
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={kept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />{' '}
        I have stored the key
      </label>
      <div class="actions">
        <button type="button" class="button primary" disabled={!kept} onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
