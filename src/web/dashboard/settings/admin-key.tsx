import { useState } from 'preact/hooks';
import type { RotateReply } from '../../../admin/wire/admin.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { formatExact } from '../../ui/format.ts';
import { invalidate } from '../../ui/live.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { InReaderLang } from '../../ui/time.tsx';
import { Button } from '../../ui/button.tsx';

/** Creates or rotates the admin key, and signs out. */
export function AdminKey({ anonymousMode }: { anonymousMode: boolean }) {
  const [rotating, setRotating] = useState(false);
  const action = useAction();
  const signOut = () =>
    action.run(async () => {
      await adminApi.send('POST', apiPath('ops/sign-out'));
      location.reload();
    });
  return (
    <>
      <p>
        {anonymousMode
          ? 'No admin key exists, so anyone with the address can open this dashboard. Create an admin key to restrict access.'
          : 'Rotate the key when someone who knows it leaves, or when it may have been exposed.'}
      </p>
      <div class="row">
        <Button class="button primary" onClick={() => setRotating(true)}>
          {anonymousMode ? 'Create admin key' : 'Rotate admin key'}
        </Button>
        {!anonymousMode && <Button onClick={signOut}>Sign out</Button>}
      </div>
      <ErrorNotice sentence={action.problem} />
      {rotating && <Rotation anonymousMode={anonymousMode} onClose={() => setRotating(false)} />}
    </>
  );
}

/** Explains and rotates the key, and shows the new one once. */
function Rotation({ anonymousMode, onClose }: { anonymousMode: boolean; onClose: () => void }) {
  // Kept, because the text must not change when the key is created.
  const [first] = useState(anonymousMode);
  const [made, setMade] = useState<RotateReply>();
  const action = useAction();
  const rotate = () =>
    action.run(async () => {
      setMade(await adminApi.send<RotateReply>('POST', apiPath('ops/rotate-key')));
      invalidate(apiPath('overview'));
    });
  if (made) return <NewKey made={made} onClose={onClose} />;
  return (
    <Dialog
      title={first ? 'Create an admin key?' : 'Rotate the admin key?'}
      onClose={onClose}
      dismissible={!action.running}
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
      <ErrorNotice sentence={action.problem} />
      <div class="actions">
        <Button disabled={action.running} onClick={onClose}>
          Cancel
        </Button>
        <Button class="button primary" disabled={action.running} onClick={rotate}>
          {first ? 'Create admin key' : 'Rotate key'}
        </Button>
      </div>
    </Dialog>
  );
}

function NewKey({ made, onClose }: { made: RotateReply; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog title="Your new admin key" onClose={onClose} dismissible={false}>
      <p>Store it in a safe place. It is not shown again.</p>
      <output class="key" aria-label="New admin key" tabIndex={0} translate={false}>
        {made.adminKey}
      </output>
      <CopyButton text={made.adminKey} label="Copy key" primary />
      <p class="quiet">
        Created <InReaderLang text={formatExact(made.rotatedAt)} />. This browser stays signed in; others sign
        in with this key.
      </p>
      <Check label="I have stored the key" checked={kept} onChange={setKept} />
      <div class="actions">
        <Button class="button primary" disabled={!kept} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
