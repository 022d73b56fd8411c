import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListedSession } from '../../../domain/records/session.ts';
import { chunksOf } from '../../ui/chunks.ts';
import { runAfterFrame } from '../../ui/frame-queue.ts';
import { isShallowEqual, memo } from '../../ui/memo.ts';
import { unseenMentions } from '../state/mentions.ts';
import { type DeskState, unreadOf } from '../state/state.ts';
import { Row, type RowProps } from './row.tsx';

/** The number of rows in a group. Groups are rendered and laid out as a whole. */
const GROUP_SIZE = 25;
/** The number of groups in the first render. The others follow, one per frame. */
const INITIAL_GROUPS = 2;
/** The height of a row, in pixels. */
const ROW_PX = 61;

/** The rows of a section in groups, so that a change renders only the affected groups. */
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
    return (before.current = chunksOf(shown, GROUP_SIZE, before.current, isShallowEqual));
  }, [rows, me, openId, drafts, closings, conversations, readUpTo, mentions, tags]);
  return (
    <div class="rows" role="list">
      {groups.map((group, index) => (
        <Group key={index} group={group} isFirst={index < INITIAL_GROUPS} />
      ))}
    </div>
  );
}

const Group = memo(RowGroup);

/** Consecutive rows. The browser does not lay them out off screen (`content-visibility`). */
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
