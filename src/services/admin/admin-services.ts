import type { Ports, ReadQuestionWords } from '../../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import type { Notes } from '../desk/notes.ts';
import type { ServiceParts } from '../platform/services.ts';
import { sentReports } from '../reports/sent-reports.ts';
import { adminGate } from './admin-gate.ts';
import { adminKeyLedger } from './admin-key-state.ts';
import { adminKeys } from './admin-keys.ts';
import { agentRatings } from './agent-ratings.ts';
import { archive } from './archive.ts';
import { figuresReader } from './figures.ts';
import type { Judgments } from './judgments.ts';
import { questions } from './questions.ts';
import { ratedQuestions } from './rated-questions.ts';
import { retention } from './retention.ts';

interface AdminParts extends ServiceParts, Pick<Ports, 'vault'> {
  admin: Pick<Parameters<typeof adminKeys>[0], 'legacyKey' | 'startGated'>;
  notes: Notes;
  conversationFiles: Pick<ConversationFileStore, 'removeAll'>;
  addedAnswers: AddedAnswers;
  judgments: Judgments;
  otherUsage: OtherTokenUsage;
  readWords: ReadQuestionWords;
  retentionDays: number;
}

/** Wires the services of the admin surface. */
export function adminServices(parts: AdminParts) {
  const state = adminKeyLedger(parts);
  const keys = adminKeys({ ...parts, state, ...parts.admin });
  const stored = archive({ ...parts, files: parts.conversationFiles, visitors: visitorMemory(parts) });
  const ratings = agentRatings(parts);
  return {
    adminGate: adminGate({ ...parts, keys, state }),
    archive: stored,
    figures: figuresReader({ ...parts, agentRatings: ratings }),
    questions: questions(parts),
    ratedQuestions: ratedQuestions(parts),
    judgments: parts.judgments,
    sentReports: sentReports(parts.ledger),
    retention: retention({ ...parts, archive: stored, ratings, days: parts.retentionDays }),
    retentionDays: parts.retentionDays,
  };
}
