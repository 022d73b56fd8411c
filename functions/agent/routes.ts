import type { Endpoint } from '../../src/http/endpoint.ts';
import { agentActionList } from './actions.ts';
import { addNote } from './add-note.ts';
import { addTag } from './add-tag.ts';
import { cannedReplies } from './canned-replies.ts';
import { cannedValues } from './canned-values.ts';
import { agentClaim } from './claim.ts';
import { agentClose } from './close.ts';
import { collabTab } from './collab-tab.ts';
import { agentColleagues } from './colleagues.ts';
import { deskLink } from './desk-link.ts';
import { emailReply } from './email-reply.ts';
import { endSnooze } from './end-snooze.ts';
import { agentLeftMessage } from './left-message.ts';
import { agentMentions } from './mentions.ts';
import { agentMe } from './me.ts';
import { agentMessage } from './message.ts';
import { agentMessages } from './messages.ts';
import { agentNegotiate } from './negotiate.ts';
import { agentNext } from './next.ts';
import { agentNotes } from './notes.ts';
import { agentPresence } from './presence.ts';
import { agentRelease } from './release.ts';
import { removeCannedReply } from './remove-canned-reply.ts';
import { removeTag } from './remove-tag.ts';
import { runAgentAction } from './run-action.ts';
import { saveCannedReply } from './save-canned-reply.ts';
import { agentSearch } from './search.ts';
import { agentSession } from './session.ts';
import { agentSessions } from './sessions.ts';
import { seeMentions } from './see-mentions.ts';
import { agentSnooze } from './snooze.ts';
import { setAvailability } from './set-availability.ts';
import { agentSignal } from './signal.ts';
import { agentSuggestion } from './suggestion.ts';
import { agentSummary } from './summary.ts';
import { agentTags } from './tags.ts';
import { agentTransfer } from './transfer.ts';
import { translateMessage } from './translate-message.ts';
import { translateReply } from './translate-reply.ts';
import { agentUrgent } from './urgent.ts';
import { visitorHistory } from './visitor-history.ts';

/** The agent endpoints. */
export const agentRoutes: readonly Endpoint[] = [
  agentMe,
  setAvailability,
  agentNegotiate,
  agentSessions,
  agentSearch,
  agentClaim,
  agentMessage,
  agentClose,
  agentRelease,
  agentSession,
  agentMessages,
  visitorHistory,
  agentTransfer,
  agentNext,
  agentUrgent,
  agentSnooze,
  endSnooze,
  agentTags,
  addTag,
  removeTag,
  agentLeftMessage,
  emailReply,
  agentSignal,
  agentPresence,
  agentColleagues,
  agentNotes,
  addNote,
  agentMentions,
  seeMentions,
  agentSuggestion,
  agentSummary,
  translateMessage,
  translateReply,
  agentActionList,
  runAgentAction,
  cannedReplies,
  saveCannedReply,
  removeCannedReply,
  cannedValues,
  deskLink,
  collabTab,
];
