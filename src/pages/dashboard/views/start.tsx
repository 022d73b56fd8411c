import type { SessionsReply } from '../../../wire/admin.ts';
import { apiPath } from '../api.ts';
import { DEFAULT_CHOICE, embedTag } from '../embed-tag.ts';
import { useLive } from '../live.ts';
import { CopyButton } from '../parts/copy-button.tsx';

/** The first steps, for as long as nobody has ever asked anything. */
export function Start() {
  const { data } = useLive<SessionsReply>(apiPath('sessions', { limit: 1 }));
  if (data?.sessions.length !== 0) return null;
  const tag = embedTag(location.origin, DEFAULT_CHOICE);
  return (
    <section class="card start" aria-labelledby="start-title">
      <h2 id="start-title">Three steps to the first conversation</h2>
      <ol>
        <li>
          <h3>Put this tag on your site</h3>
          <p>Before the end of the page’s body. Title and colour can be chosen in Settings.</p>
          <pre tabIndex={0}>
            <code>{tag}</code>
          </pre>
          <CopyButton text={tag} label="Copy the tag" />
        </li>
        <li>
          <h3>Ask the first question</h3>
          <p>
            Open your site and use the round button in the corner. The conversation appears here by itself.
          </p>
        </li>
        <li>
          <h3>Bring in people</h3>
          <p>
            <a href="/api/collab-setup">Set up Microsoft Teams</a>, so that your colleagues can take over when
            a visitor asks for a person.
          </p>
        </li>
      </ol>
    </section>
  );
}
