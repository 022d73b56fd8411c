import {
  ArrowLeft,
  ArrowRightLeft,
  CircleCheck,
  Ellipsis,
  Flag,
  Hourglass,
  PanelRight,
  Undo2,
} from 'lucide-static';
import type { Tag } from '../../../conversations/records/tag.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { KeyCap, Button, IconButton } from '../../ui/button.tsx';
import { LeftMark } from '../../ui/visitor-facts.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { TagChips } from '../../ui/tags.tsx';
import { STATUS_NAMES, StatusWords } from '../../ui/status.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import { isWaiting } from '../model/rows.ts';
import { LIST_HREF } from '../router.ts';
import { closeAndGoOn } from '../app/close-and-go-on.ts';
import { SnoozeEnd } from '../list/snooze-end.tsx';
import { VisitorName } from '../app/visitor-name.tsx';

interface ThreadHeadProps {
  desk: Desk;
  sessionId: string;
  /** Undefined while loading. */
  row: ListedSession | undefined;
  /** The deployment's tags. */
  tags: readonly Tag[] | undefined;
  mine: boolean;
  /** Whether this agent has a pending close of the conversation. */
  closing: boolean;
  /** Whether an action is in progress. */
  acting: boolean;
  showsAbout: boolean;
  onAbout: () => void;
  onTransfer: () => void;
  onSnooze: () => void;
}

/** The header of a conversation: visitor, status and actions. */
export function ThreadHead(props: ThreadHeadProps) {
  const { desk, sessionId, row, tags, mine, closing, acting, showsAbout, onAbout, onTransfer, onSnooze } =
    props;
  return (
    <header class="pane-head">
      <a class="icon-button back" href={LIST_HREF} aria-label="Back to the list">
        <Icon svg={ArrowLeft} />
      </a>
      <div class="pane-title">
        <h2 tabIndex={-1}>
          <VisitorName session={row ?? { sessionId }} />
        </h2>
        {row ? (
          <ClaimStatus row={row} mine={mine} closing={closing} />
        ) : (
          <p class="claim-status" aria-hidden="true">
            <Bar width={24} />
          </p>
        )}
        <TagChips tagIds={row?.tagIds} all={tags} />
      </div>
      {mine && (
        <Button disabled={acting} aria-keyshortcuts="e" onClick={() => closeAndGoOn(desk, sessionId)}>
          <Icon svg={CircleCheck} size={16} /> Close
        </Button>
      )}
      {row && row.status !== 'closed' && !closing && (
        <MoreActions {...{ desk, row, mine, onTransfer, onSnooze }} />
      )}
      <IconButton
        class="icon-button about-toggle"
        label="About this conversation"
        icon={PanelRight}
        aria-pressed={showsAbout}
        onClick={onAbout}
      />
    </header>
  );
}

interface MoreActionsProps extends Pick<ThreadHeadProps, 'desk' | 'mine' | 'onTransfer' | 'onSnooze'> {
  row: ListedSession;
}

/** Actions of any agent, then those of the claiming agent. */
function MoreActions({ desk, row: { sessionId, urgent }, mine, onTransfer, onSnooze }: MoreActionsProps) {
  return (
    <Menu label="More actions" icon={Ellipsis}>
      <MenuItem onClick={() => desk.actions.markUrgent(sessionId, !urgent)}>
        <Icon svg={Flag} size={16} /> {urgent ? 'Remove urgent' : 'Mark as urgent'} <KeyCap name="!" />
      </MenuItem>
      {mine && (
        <>
          <MenuItem onClick={onSnooze}>
            <Icon svg={Hourglass} size={16} /> Snooze <KeyCap name="H" />
          </MenuItem>
          <MenuItem onClick={onTransfer}>
            <Icon svg={ArrowRightLeft} size={16} /> Transfer <KeyCap name="T" />
          </MenuItem>
          <MenuItem onClick={() => desk.actions.release(sessionId)}>
            <Icon svg={Undo2} size={16} /> Return to queue <KeyCap name="U" />
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

interface ClaimStatusProps extends Pick<ThreadHeadProps, 'mine' | 'closing'> {
  row: ListedSession;
}

/** The claiming agent or the waiting time, and the source domain. */
function ClaimStatus({ row, mine, closing }: ClaimStatusProps) {
  return (
    <p class="claim-status">
      <span class={!closing && isWaiting(row) ? 'waited' : undefined}>
        {closing ? STATUS_NAMES.closed : <StatusWords session={row} isMine={mine} />}
      </span>
      {row.urgent && <span class="urgent-mark">Urgent</span>}
      {mine && !closing && <SnoozeEnd row={row} />}
      <LeftMark left={row.leftMessage} />
      <span class="claim-source">
        {row.sourceDomain === undefined ? 'Source not recorded' : <UntrustedText text={row.sourceDomain} />}
      </span>
    </p>
  );
}
