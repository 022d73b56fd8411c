import type { TimeZones } from '../../domain/business-hours.ts';
import type { Ports, ReadQuestionWords } from '../../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { Notes } from '../desk/notes.ts';
import type { Tags } from '../desk/tags.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { sentReports } from '../reports/sent-reports.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import { adminGate } from './admin-gate.ts';
import { adminKeyLedger } from './admin-key-state.ts';
import { adminKeys } from './admin-keys.ts';
import { agentRatings } from './agent-ratings.ts';
import { archive } from './archive.ts';
import { figuresReader } from './figures.ts';
import { questions } from './questions.ts';
import { retention } from './retention.ts';
import { teamReports } from './team-reports.ts';

interface AdminParts extends Pick<Ports, 'emailSender' | 'vault'> {
  platform: ServiceParts;
  admin: Pick<Parameters<typeof adminKeys>[0], 'legacyKey' | 'startGated'>;
  notes: Notes;
  tags: Tags;
  conversationFiles: Pick<ConversationFileStore, 'removeAll'>;
  addedAnswers: AddedAnswers;
  otherUsage: OtherTokenUsage;
  readWords: ReadQuestionWords;
  zones: () => Promise<TimeZones>;
  retentionDays: number;
}

export function adminServices(parts: AdminParts) {
  const { platform, vault, emailSender, admin, notes, tags, conversationFiles } = parts;
  const { addedAnswers, otherUsage, readWords, zones, retentionDays } = parts;
  const state = adminKeyLedger(platform);
  const keys = adminKeys({ ...platform, ...admin, vault, state });
  const stored = archive({
    ...platform,
    notes,
    tags,
    files: conversationFiles,
    emailSender,
    visitors: visitorMemory(platform),
  });
  const ratings = agentRatings(platform);
  return {
    adminGate: adminGate({ ...platform, keys, state }),
    archive: stored,
    figures: figuresReader({ ...platform, otherUsage, agentRatings: ratings }),
    questions: questions({ ...platform, readWords, addedAnswers }),
    sentReports: sentReports(platform.ledger),
    teamReports: teamReports({ ...platform, zones }),
    retention: retention({ ...platform, archive: stored, ratings, days: retentionDays }),
    retentionDays,
  };
}
