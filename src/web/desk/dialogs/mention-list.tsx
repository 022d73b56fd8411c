import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moveBetweenRows } from '../../ui/rows.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { conversationHref } from '../router.ts';
import type { DeskState } from '../state/state.ts';

interface MentionListProps {
  state: Pick<DeskState, 'mentions'>;
  onClose: () => void;
}

/** The notes that mention the agent, newest first. Each opens its conversation. */
export function MentionList({ state: { mentions }, onClose }: MentionListProps) {
  return (
    <Dialog title="Mentions" onClose={onClose}>
      <ol class="found" onKeyDown={moveBetweenRows}>
        {mentions.map(({ noteId, sessionId, by, at, preview, seenAt }) => (
          <li key={noteId}>
            <a class="row-link" href={conversationHref(sessionId)} onClick={onClose}>
              <b>
                <UntrustedText text={by} />
              </b>
              <span class="found-text" dir="auto">
                <UntrustedText text={preview} />
              </span>
              <span class="found-facts">
                {seenAt === undefined && <span class="waited">New</span>}
                <Time at={at} />
              </span>
            </a>
          </li>
        ))}
      </ol>
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
