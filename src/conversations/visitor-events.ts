import { visitorsGroup } from '../platform/rules/realtime-groups.ts';
import type { SessionRecord } from './records/session.ts';
import type { Ports, RealtimeEvent } from '../ports.ts';

type Dependencies = Pick<Ports, 'realtime'> & {
  /** Whether a registered widget accepts visitors. */
  isWidgetOpen: (widgetId: string) => Promise<boolean>;
};

/** After a widget is disabled, open connections get no events, even if they could not be closed. */
export function visitorEvents({ realtime, isWidgetOpen }: Dependencies) {
  return {
    /** Sends events in no guaranteed order; nothing if the session's widget is disabled or deleted. */
    async publish(
      { sessionId, widget, visitorIssuer }: Pick<SessionRecord, 'sessionId' | 'widget' | 'visitorIssuer'>,
      events: readonly RealtimeEvent[],
    ): Promise<void> {
      if (events.length === 0) return;
      if (widget && !(await isWidgetOpen(widget.id))) return;
      const group = visitorsGroup(sessionId, visitorIssuer !== undefined);
      await Promise.all(events.map((event) => realtime.toGroup(group, event)));
    },
  };
}

/** Real-time events to the visitors of a session. */
export type VisitorEvents = ReturnType<typeof visitorEvents>;
