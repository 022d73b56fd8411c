import { sessionAgent } from '../../domain/agent-name.ts';
import type { CannedValues } from '../../domain/canned-variables.ts';
import { formatWeeklyHours } from '../../domain/weekly-hours-text.ts';
import type { SessionAgent } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import { hoursOf, type HoursSettings } from '../admin/business-hours.ts';
import { requireConversation } from '../chat/reading.ts';
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
