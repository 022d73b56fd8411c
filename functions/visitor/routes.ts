import type { Endpoint } from '../../src/http/endpoint.ts';
import { health } from './health.ts';
import { chat } from './chat.ts';
import { chatStream } from './chat-stream.ts';
import { actionForm } from './action-form.ts';
import { proposal } from './proposal.ts';
import { messages } from './messages.ts';
import { conversations } from './conversations.ts';
import { negotiate } from './negotiate.ts';
import { handoff } from './handoff.ts';
import { contact } from './contact.ts';
import { feedback } from './feedback.ts';
import { source } from './source.ts';
import { rating } from './rating.ts';
import { availability } from './availability.ts';
import { plan } from './plan.ts';

/** The endpoints for chats with and without a registered widget, and health. */
export const visitorRoutes: readonly Endpoint[] = [
  health,
  chat,
  chatStream,
  actionForm,
  proposal,
  messages,
  conversations,
  negotiate,
  handoff,
  contact,
  feedback,
  source,
  rating,
  availability,
  plan,
];
