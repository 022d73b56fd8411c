import { sessionAgent } from '../conversations/rules/agent-groups.ts';
import type { CannedValues } from '../conversations/rules/canned-variables.ts';
import { formatWeeklyHours } from '../availability/rules/weekly-hours-text.ts';
import type { SessionAgent } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import { hoursOf } from '../widgets/widget-hours.ts';
import { requireConversation } from '../conversations/reading.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';

type Dependencies = Pick<Ports, 'store'> & {
  widgets: Pick<WidgetRegistry, 'find'>;
  hoursSettings: Pick<HoursSettings, 'read'>;
};

export function cannedReplyValues({ store, widgets, hoursSettings }: Dependencies) {
  return {
    /** The values for a conversation and an agent; business hours are in the visitor's language. */
    async of(sessionId: string, agent: SessionAgent): Promise<CannedValues> {
      const { session } = await requireConversation(store, sessionId);
      const visitor = session.visitor?.name ?? session.contact?.name;
      const open = await hoursOf(session, { widgets, hoursSettings });
      const hours = open && formatWeeklyHours(open, session.locale ?? 'en');
      return {
        ...(visitor !== undefined && { 'visitor.name': visitor }),
        'agent.name': sessionAgent(agent).name,
        ...(hours !== undefined && { 'business.hours': hours }),
      };
    },
  };
}
