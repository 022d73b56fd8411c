import type { Endpoint } from '../../src/http/endpoint.ts';
import { actionEndpoints } from './actions.ts';
import { noteEndpoints } from './notes.ts';
import { tagEndpoints } from './tags.ts';
import { cannedReplyEndpoints } from './canned-replies.ts';
import { conversationEndpoints } from './conversation.ts';
import { linkEndpoints } from './links.ts';
import { presenceEndpoints } from './presence.ts';
import { snoozeEndpoints } from './snooze.ts';
import { mentionEndpoints } from './mentions.ts';
import { meEndpoints } from './me.ts';
import { sessionEndpoints } from './sessions.ts';
import { agentNegotiate } from './negotiate.ts';
import { suggestionEndpoints } from './suggestions.ts';
import { translationEndpoints } from './translation.ts';

export const agentRoutes: readonly Endpoint[] = [
  ...meEndpoints,
  agentNegotiate,
  ...sessionEndpoints,
  ...conversationEndpoints,
  ...snoozeEndpoints,
  ...tagEndpoints,
  ...presenceEndpoints,
  ...noteEndpoints,
  ...mentionEndpoints,
  ...suggestionEndpoints,
  ...translationEndpoints,
  ...actionEndpoints,
  ...cannedReplyEndpoints,
  ...linkEndpoints,
];
