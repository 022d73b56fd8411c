import type { SessionsReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { DEFAULT_CHOICE, embedTag } from '../embed-tag.ts';
import { useLive } from '../live.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The first steps, until there is a first conversation. */
export function Start() {
  const { data } = useLive<SessionsReply>(apiPath('sessions', { limit: 1 }));
  if (data?.sessions.length !== 0) return null;
  const tag = embedTag(location.origin, DEFAULT_CHOICE);
  return (
    <section class="card start" aria-labelledby="start-title">
      <h2 id="start-title">Get started</h2>
      <ol>
        <li>
          <h3>Add the tag to your site</h3>
          <p>Before the closing body tag. Title and color can be changed in Settings.</p>
          <pre tabIndex={0}>
            <code>{tag}</code>
          </pre>
          <CopyButton text={tag} label="Copy tag" />
        </li>
        <li>
          <h3>Ask a question</h3>
          <p>Open your site and click the chat button. The conversation appears here.</p>
        </li>
        <li>
          <h3>Add agents</h3>
          <p>
            <a href="/api/collab-setup">Set up Microsoft Teams</a> so that agents can take over when a visitor
            asks for a person.
          </p>
        </li>
      </ol>
    </section>
  );
}
