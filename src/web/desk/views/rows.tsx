import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListedSession } from '../../../domain/records/session.ts';
import { inChunks } from '../../ui/chunks.ts';
import { runAfterFrame } from '../../ui/frame-queue.ts';
import { areSame, memo } from '../../ui/memo.ts';
import { unseenMentions } from '../state/mentions.ts';
import { type DeskState, unreadOf } from '../state/state.ts';
import { Row, type RowProps } from './row.tsx';

/** How many rows are one group, which is rendered and laid out as a whole. */
const GROUP = 25;
/** The number of groups that are rendered together; the others follow, one per frame. */
const AT_ONCE = 2;
/** The height of a row, in pixels: an icon of 24 and a line of text, with what is around them. */
const ROW_PX = 61;

/** The rows of a section in groups: a change is compared group by group, and renders those that it is in. */
export function Rows({ state, rows }: { state: DeskState; rows: readonly ListedSession[] }) {
  const { me, openId, drafts, closings, conversations, readUpTo, mentions, tags } = state;
  const before = useRef<RowProps[][]>([]);
  const groups = useMemo(() => {
    const mentioned = unseenMentions({ mentions });
    const shown = rows.map((row): RowProps => {
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
    return (before.current = inChunks(shown, GROUP, before.current, areSame));
  }, [rows, me, openId, drafts, closings, conversations, readUpTo, mentions, tags]);
  return (
    <div class="rows" role="list">
      {groups.map((group, index) => (
        <Group key={index} group={group} isFirst={index < AT_ONCE} />
      ))}
    </div>
  );
}

const Group = memo(RowGroup);

/** Consecutive rows. Out of sight the browser does not lay them out (`content-visibility`). */
function RowGroup({ group, isFirst }: { group: readonly RowProps[]; isFirst: boolean }) {
  const [isDue, setDue] = useState(isFirst);
  useEffect(() => (isDue ? undefined : runAfterFrame(() => setDue(true))), []);
  const height = `${group.length * ROW_PX}px`;
  return (
    <div
      class="row-group"
      role="none"
      style={isDue ? { containIntrinsicSize: `auto ${height}` } : { height }}
    >
      {isDue && group.map((props) => <Row key={props.row.sessionId} {...props} />)}
    </div>
  );
}
