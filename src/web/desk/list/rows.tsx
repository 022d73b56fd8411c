import { useMemo } from 'preact/hooks';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { unseenMentions } from '../state/mentions.ts';
import { type DeskState, unreadOf } from '../state/state.ts';
import { Row, type RowProps } from './row.tsx';

/** The rows of a section. The browser does not lay them out off screen (`content-visibility`). */
export function Rows({ state, rows }: { state: DeskState; rows: readonly ListedSession[] }) {
  const { me, openId, drafts, closings, conversations, readUpTo, mentions, tags } = state;
  const shown = useMemo(() => {
    const mentioned = unseenMentions({ mentions });
    return rows.map((row): RowProps => {
      const { sessionId } = row;
      return {
        row,
        oid: me.oid,
        isOpen: sessionId === openId,
        unread: unreadOf(state, row),
        isMentioned: mentioned.has(sessionId),
        draft: drafts.reply.get(sessionId) ?? drafts.note.get(sessionId),
        failed: conversations.get(sessionId)?.outgoing.some(({ failure }) => failure) ?? false,
        tags,
      };
    });
  }, [rows, me, openId, drafts, closings, conversations, readUpTo, mentions, tags]);
  return (
    <div class="rows" role="list">
      {shown.map((props) => (
        <Row key={props.row.sessionId} {...props} />
      ))}
    </div>
  );
}
