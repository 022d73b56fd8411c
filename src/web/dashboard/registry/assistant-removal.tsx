import { useState } from 'preact/hooks';
import type { Assistant } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { forgetDraft } from '../draft.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { href } from '../../ui/router.ts';
import { leaveRemoved } from '../removed.ts';

/** Deletes an unused assistant. */
export function AssistantRemoval({ path, assistant }: { path: string; assistant: Assistant }) {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await adminApi.send('DELETE', path);
    forgetDraft(path);
    leaveRemoved(path, apiPath('assistants'), href(['settings', 'assistants']));
  };
  return (
    <section class="card part" aria-labelledby="assistant-removal">
      <h2 id="assistant-removal">Delete</h2>
      <p>An assistant can be deleted when no widget uses it and it is not the default.</p>
      <div class="row">
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          Delete
        </button>
      </div>
      {asking && (
        <Confirm
          title="Delete this assistant?"
          action="Delete assistant"
          run={remove}
          onClose={() => setAsking(false)}
          explain={({ details: { widgets = [] } }) =>
            widgets.length > 0 && (
              <ul class="points">
                {widgets.map((name) => (
                  <li key={name}>
                    <UntrustedText text={name} />
                  </li>
                ))}
              </ul>
            )
          }
        >
          <p>
            <UntrustedText text={assistant.name} />, its instructions and its documents are deleted
            permanently. Its messages in conversations are kept.
          </p>
        </Confirm>
      )}
    </section>
  );
}
