import { conversations } from '../conversations/conversations.ts';
import { tags } from '../conversations/tags.ts';
import { threads } from '../conversations/threads.ts';
import { visitorEvents } from '../conversations/visitor-events.ts';
import type { Notices } from '../conversations/notices.ts';
import { retryOutage } from '../platform/retry-outage.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import type { ServiceParts } from './services.ts';

interface ConversationParts {
  shared: ServiceParts;
  /** Whether a registered widget accepts visitors. */
  isWidgetOpen: (widgetId: string) => Promise<boolean>;
  notices: Notices;
  /** How long a visitor may continue a closed conversation, in days. */
  continueDays: number;
}

/** Wires the writer of conversations, their threads, and what visitors hear of them. */
export function conversationServices({ shared, isWidgetOpen, notices, continueDays }: ConversationParts) {
  const events = visitorEvents({ ...shared, isWidgetOpen });
  const writer = conversations({ ...shared, visitorEvents: events, notices });
  return {
    conversations: writer,
    visitorEvents: events,
    tags: tags(shared),
    threads: threads({
      ...shared,
      conversations: writer,
      retryOutage: retryOutage(shared),
      visitors: visitorMemory(shared),
      days: continueDays,
    }),
  };
}
