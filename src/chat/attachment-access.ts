import { AppError } from '../core/errors.ts';
import { transition } from '../core/session-state-machine.ts';
import { nowIso } from '../lib/fields.ts';
import type { SessionAgent, SessionRecord } from '../conversations/records/session.ts';
import { partsOf } from '../conversations/rules/thread.ts';
import type { WidgetVisitor } from '../conversations/rules/visitors.ts';
import type { Ports } from '../ports.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import type { FileOwner } from './conversation-files.ts';
import { requireConversation } from '../conversations/reading.ts';
import { requireSameVisitor } from '../conversations/visitor-session.ts';

type Dependencies = Pick<Ports, 'store' | 'clock'> & {
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  /** The setting ATTACHMENTS, for the plain embed; registered widgets have their own setting. */
  isOnForPlainEmbed: boolean;
};

/** Authorizes sending and reading files of a conversation. All methods throw the refusal. */
export function attachmentAccess({ store, clock, findWidget, isOnForPlainEmbed }: Dependencies) {
  const isOn = async (widgetId: string | undefined): Promise<boolean> =>
    widgetId === undefined ? isOnForPlainEmbed : (await findWidget(widgetId))?.widget.attachments === true;

  async function refuseIfOff(widgetId: string | undefined): Promise<void> {
    if (!(await isOn(widgetId))) throw new AppError('attachments-off');
  }

  function refuseTrigger(session: SessionRecord, trigger: Parameters<typeof transition>[1]): void {
    const outcome = transition(session, trigger, nowIso(clock));
    if (!outcome.ok) throw new AppError(outcome.refusal);
  }

  return {
    /** Whether files are switched on for a widget; without an id, for the plain embed. */
    isOn,

    /** A visitor sends a file; the conversation may start with it. */
    async visitorSends(sessionId: string, claims: WidgetVisitor | undefined): Promise<FileOwner> {
      // Strong, because a refusal depends on this read, and another instance may have closed the
      // conversation.
      const session = (await store.load(sessionId, 'strong'))?.session;
      if (session) {
        requireSameVisitor(session, claims);
        refuseTrigger(session, { type: 'visitor-message' });
      }
      await refuseIfOff(claims?.widgetId);
      return { sessionId, from: 'visitor' };
    },

    /** The files of each session of a thread. */
    async visitorReads(sessionId: string, claims: WidgetVisitor | undefined): Promise<FileOwner[]> {
      const { session } = await requireConversation(store, sessionId);
      requireSameVisitor(session, claims);
      return partsOf(session).map((id) => ({
        sessionId: id,
        from: 'visitor',
        widgetId: session.widget?.id,
      }));
    },

    /** Only the agent who has claimed the conversation may send. */
    async agentSends(sessionId: string, agent: SessionAgent): Promise<FileOwner> {
      const session = (await store.load(sessionId, 'strong'))?.session;
      if (!session) throw new AppError('session-not-found');
      refuseTrigger(session, { type: 'agent-message', agent });
      await refuseIfOff(session.widget?.id);
      return { sessionId, from: 'agent', agent: agent.oid };
    },

    /** Agents and admins may read every conversation; an agent also their own unsent files. */
    async staffReads(sessionId: string, agent?: Pick<SessionAgent, 'oid'>): Promise<FileOwner[]> {
      const { session } = await requireConversation(store, sessionId);
      return partsOf(session).map((id) => ({
        sessionId: id,
        from: 'agent',
        ...(agent && { agent: agent.oid }),
      }));
    },
  };
}
