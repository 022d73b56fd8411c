import type { VisitorHistoryReply } from '../../../desk/wire/agent.ts';
import { plainText } from '../../../lib/plain-text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { conversationHref } from '../router.ts';
import { sessionPath } from '../state/conversations.ts';
import type { Desk } from '../state/desk.ts';

interface VisitorHistoryProps {
  desk: Desk;
  sessionId: string;
}

/** The other conversations of a verified visitor. Each opens in the desk. */
export function VisitorHistory({ desk, sessionId }: VisitorHistoryProps) {
  const { data, problem, retry } = useLoaded(
    () => desk.api.get<VisitorHistoryReply>(sessionPath(sessionId, '/visitor-history')),
    sessionId,
  );
  return (
    <section class="about-part" aria-labelledby="history-title" aria-busy={!data && problem === undefined}>
      <h3 id="history-title">Other conversations</h3>
      <ErrorNotice sentence={problem} onRetry={retry} />
      {data?.sessions.length === 0 && <p class="quiet">No other conversations.</p>}
      <ul class="about-list">
        {data?.sessions.map(({ sessionId: id, status, opening, preview, lastMessageAt }) => (
          <li key={id}>
            <a href={conversationHref(id)}>
              <UntrustedText text={opening} />
            </a>
            <span class="last-line">
              <UntrustedText text={plainText(preview).text} />
            </span>
            <span class="about-facts">
              {STATUS_NAMES[status]} <Time at={lastMessageAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
