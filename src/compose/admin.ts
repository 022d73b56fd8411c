import type { TimeZones } from '../availability/rules/business-hours.ts';
import type { Ports, ReadQuestionWords } from '../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import type { Assistants } from '../assistants/assistants.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { Threads } from '../conversations/threads.ts';
import type { Notes } from '../conversations/notes.ts';
import type { Tags } from '../conversations/tags.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import { leases } from '../platform/leases.ts';
import type { ServiceParts } from './services.ts';
import { sentReports } from '../publisher/sent-reports.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import { adminGate } from '../access/admin-gate.ts';
import { adminKeyLedger } from '../access/admin-key-state.ts';
import { adminKeys } from '../access/admin-keys.ts';
import { agentRatings } from '../conversations/agent-ratings.ts';
import { archive } from '../admin/archive.ts';
import { erasures } from '../admin/erasures.ts';
import { figuresReader } from '../admin/figures.ts';
import { people } from '../admin/people.ts';
import { questions } from '../admin/questions.ts';
import type { TransferParts } from '../admin/settings-import.ts';
import { settingsTransfer } from '../admin/settings-transfer.ts';
import { retention } from '../admin/retention.ts';
import type { ServiceSettingsService } from '../email/service-settings.ts';
import { teamReports } from '../admin/team-reports.ts';

interface AdminParts
  extends
    Pick<Ports, 'emailSender' | 'vault'>,
    Omit<TransferParts, keyof Ports | 'assistants' | 'serviceSettings' | 'tags'> {
  shared: ServiceParts;
  admin: Pick<Parameters<typeof adminKeys>[0], 'legacyKey' | 'startGated'>;
  notes: Notes;
  tags: Tags;
  threads: Threads;
  conversationFiles: Pick<ConversationFileStore, 'removeAll'>;
  addedAnswers: AddedAnswers;
  assistants: Assistants;
  otherUsage: OtherTokenUsage;
  readWords: ReadQuestionWords;
  zones: () => Promise<TimeZones>;
  serviceSettings: ServiceSettingsService;
}

export function adminServices(parts: AdminParts) {
  const { shared, vault, emailSender, admin, notes, tags, conversationFiles } = parts;
  const { addedAnswers, assistants, otherUsage, readWords, zones, serviceSettings } = parts;
  const state = adminKeyLedger(shared);
  const keys = adminKeys({ ...shared, ...admin, vault, state });
  const stored = archive({
    ...shared,
    notes,
    tags,
    threads: parts.threads,
    files: conversationFiles,
    emailSender,
    visitors: visitorMemory(shared),
  });
  const ratings = agentRatings(shared);
  return {
    adminGate: adminGate({ ...shared, keys, state }),
    archive: stored,
    people: people(shared),
    erasures: erasures({ ...shared, leases: leases(shared), archive: stored }),
    figures: figuresReader({ ...shared, otherUsage, agentRatings: ratings }),
    questions: questions({ ...shared, readWords, addedAnswers, assistants }),
    sentReports: sentReports(shared.ledger),
    teamReports: teamReports({ ...shared, zones }),
    retention: retention({
      ...shared,
      archive: stored,
      threads: parts.threads,
      ratings,
      settings: serviceSettings,
    }),
    settingsTransfer: settingsTransfer({ ...shared, ...parts }),
  };
}
