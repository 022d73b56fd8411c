import { documentSections } from '../adapters/knowledge/document-sections.ts';
import { folderDocuments } from '../adapters/knowledge/folder.ts';
import { knowledgeFolders } from '../adapters/knowledge/folders.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/caching.ts';
import { documentsKey } from '../domain/section-vectors.ts';
import type { ShownSettings } from '../domain/records/shown-settings.ts';
import { pricing } from '../domain/cost.ts';
import type { AssistantEdit } from '../domain/records/assistant.ts';
import type {
  Answerer,
  AnswerJudge,
  Embedder,
  Ports,
  ReadQuestionWords,
  RequestBudget,
  Tokens,
} from '../ports.ts';
import { uploads } from '../services/platform/uploads.ts';
import type { Background } from '../services/platform/background.ts';
import { addedAnswers } from '../services/assistants/added-answers.ts';
import { allDocuments } from '../services/assistants/all-documents.ts';
import { assistantCandidates } from '../services/assistants/assistant-candidates.ts';
import { assistantChanges, type AssistantChanges } from '../services/assistants/assistant-changes.ts';
import { assistantDocuments, type AssistantDocuments } from '../services/assistants/assistant-documents.ts';
import { assistantProfiles, type AssistantProfiles } from '../services/assistants/assistant-profiles.ts';
import { versionedAssistants, type VersionedAssistants } from '../services/assistants/assistant-versions.ts';
import { assistantRecords, type AssistantRecords } from '../services/assistants/assistant-records.ts';
import { documentFiles } from '../services/assistants/document-files.ts';
import { assistants } from '../services/assistants/assistants.ts';
import { evaluationRecords } from '../services/assistants/evaluation-records.ts';
import { evaluationRunner } from '../services/assistants/evaluation-runner.ts';
import { evaluationSubjects } from '../services/assistants/evaluation-subjects.ts';
import { evaluations } from '../services/assistants/evaluations.ts';
import { embeddingProblems } from '../services/assistants/embedding-problems.ts';
import { questionVectors } from '../services/assistants/question-vectors.ts';
import { sectionEmbedding, type SectionEmbedding } from '../services/assistants/section-embedding.ts';
import { sectionMeanings } from '../services/assistants/section-meanings.ts';
import { storedVectors } from '../services/assistants/stored-vectors.ts';
import { questionSets } from '../services/assistants/question-sets.ts';
import { tryOut } from '../services/assistants/try-out.ts';
import type { Notices } from '../services/notifications/notices.ts';
import { widgetRegistry, type WidgetRegistry } from '../services/widgets/widget-registry.ts';
import { adminGate } from '../services/admin/admin-gate.ts';
import { adminKeyLedger } from '../services/admin/admin-key-state.ts';
import { adminKeys } from '../services/admin/admin-keys.ts';
import { answerChecks } from '../services/chat/answer-checks.ts';
import type { Judgments } from '../services/admin/judgments.ts';
import { hoursSettings } from '../services/admin/business-hours.ts';
import { archive } from '../services/admin/archive.ts';
import { questions } from '../services/admin/questions.ts';
import { ratedQuestions } from '../services/admin/rated-questions.ts';
import type { AddedAnswers } from '../services/assistants/added-answers.ts';
import { figuresReader } from '../services/admin/figures.ts';
import { type Notes, notes } from '../services/desk/notes.ts';
import { tokensSpentToday } from '../services/chat/daily-budget.ts';
import type { RateGate } from '../services/chat/rate-gate.ts';
import type { TokensBeside } from '../services/chat/tokens-beside.ts';
import { retention } from '../services/admin/retention.ts';
import { sentReports } from '../services/reports/sent-reports.ts';
import { visitorMemory } from '../services/chat/visitor-memory.ts';
import { agentDesk } from '../services/desk/agent-desk.ts';
import { agentDrafts } from '../services/desk/agent-drafts.ts';
import { agentReplies } from '../services/desk/agent-replies.ts';
import { agentPresence, type AgentPresence } from '../services/desk/agent-presence.ts';
import { agentSignals } from '../services/desk/agent-signals.ts';
import { cannedReplies } from '../services/desk/canned-replies.ts';
import { closedChats } from '../services/desk/closed-chats.ts';
import { colleagues } from '../services/desk/colleagues.ts';
import { visitorAvailability } from '../services/chat/availability.ts';
import { conversations, type Conversations } from '../services/chat/conversations.ts';
import { turns } from '../services/chat/turns.ts';
import { visitorChat } from '../services/chat/visitor-chat.ts';
import { reportJournal } from '../services/reports/report-journal.ts';
import { reports } from '../services/reports/reports.ts';
import { tokenWindows } from '../services/reports/token-windows.ts';
import { currentPlan } from '../services/reports/plan.ts';
import { seatGate } from '../services/desk/seat-gate.ts';
import type { ComponentWatch } from '../services/platform/component-watch.ts';
import type { VisitorEvents } from '../services/chat/visitor-events.ts';
import { openidDirectories } from '../adapters/visitor-directory/openid.ts';
import { spentProofs } from '../services/widgets/spent-proofs.ts';
import { visitorSessions } from '../services/widgets/visitor-sessions.ts';
import { visitorSignIn } from '../services/widgets/visitor-sign-in.ts';
import { visitorTokens } from '../services/widgets/visitor-tokens.ts';
import { widgetAuth, type WidgetAuth } from '../services/widgets/widget-auth.ts';

/** What most services of the runtime use. */
type Shared = Pick<Ports, 'clock' | 'ledger' | 'random' | 'realtime' | 'store' | 'telemetry'> & {
  background: Background;
  rateGate: RateGate;
  requestBudget: RequestBudget;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

interface RegistryParts extends Shared, Pick<Ports, 'answerer' | 'documentReader' | 'uploadStorage'> {
  /** Without the daily budget: an evaluation waits where it is used up. */
  unlimited: Answerer;
  beside: TokensBeside;
  embedding: Pick<SectionEmbedding, 'afterChange'>;
  changes: AssistantChanges;
}

interface MeaningParts extends Shared {
  beside: TokensBeside;
}

/** Wires the search by meaning; without an embedder it only removes what was stored with one. */
export function meaningServices(config: Config, embedder: Embedder | undefined, parts: MeaningParts) {
  const { knowledgeDir, dailyTokenBudget: budget } = config.assistant;
  const stored = storedVectors(parts);
  const records = assistantRecords(parts);
  const documents = assistantDocuments({ ...parts, records });
  const folder = lazy(() => folderDocuments(knowledgeDir, ''));
  const work = sectionEmbedding({
    ...parts,
    embedder,
    stored,
    price: config.embeddingPrice,
    documentSections,
    async *documents() {
      yield await folder();
      yield* allDocuments(documents, records);
    },
    folderKey: lazy(async () => documentsKey(await folder())),
    changes: assistantChanges(parts),
    isBudgetSpent: async () => budget > 0 && (await tokensSpentToday(parts)) >= budget,
    onStored: async () => await meanings?.reload(),
  });
  const meanings =
    embedder &&
    sectionMeanings({
      ...parts,
      embedder,
      stored,
      questions: questionVectors({ ...parts, embedder }),
      onMissing: work.onMissing,
    });
  const setting =
    config.embedding.kind === 'openai' ? ('EMBEDDING_MODEL' as const) : ('EMBEDDING_DEPLOYMENT' as const);
  return {
    open: meanings?.open,
    work,
    problems: embeddingProblems({ ...parts, meanings, stored, setting }),
  };
}

/** Wires the registered widgets and the assistants. */
export function registryServices(config: Config, shared: RegistryParts) {
  const builtIn: AssistantEdit = {
    name: config.assistant.name,
    instructions: config.assistant.instructions,
    greeting: '',
    knowledge: { kind: 'folder', folder: '' },
    handoff: 'when-unsure',
    ...(config.assistant.checkedPercent > 0 && { checkedPercent: config.assistant.checkedPercent }),
  };
  const records = assistantRecords(shared);
  const documents = assistantDocuments({ ...shared, records });
  const announced = shared.changes;
  const changes = {
    ...announced,
    async announce() {
      await announced.announce();
      shared.embedding.afterChange();
    },
  };
  const profiles = assistantProfiles({ ...shared, records, documents, changes, builtIn });
  const agents = versionedAssistants({
    ...shared,
    documents,
    assistants: assistants({
      ...shared,
      records,
      documents,
      changes,
      profiles,
      builtIn,
      usedBy: (id) => widgets.usedBy(id),
    }),
  });
  const widgets = widgetRegistry({
    ...shared,
    knowsAssistant: async (id) => (await agents.find(id)) !== undefined,
  });
  const files = uploads(shared);
  const evaluation = evaluationServices(config, {
    ...shared,
    assistants: agents,
    live: records,
    documents,
    profiles,
  });
  return {
    widgets,
    uploads: files,
    documentFiles: documentFiles({
      ...shared,
      documentSections,
      uploads: files,
      assistants: agents,
      candidates: evaluation.candidates,
    }),
    assistants: agents,
    assistantProfiles: profiles,
    addedAnswers: addedAnswers({ ...shared, assistants: agents, documents, changes, profiles }),
    knowledgeFolders: knowledgeFolders(config.assistant.knowledgeDir),
    tryOut: tryOut({ ...shared, profiles, pricing: pricing(config.prices, config.embeddingPrice) }),
    ...evaluation,
  };
}

interface EvaluationParts extends RegistryParts {
  assistants: VersionedAssistants;
  live: AssistantRecords;
  documents: AssistantDocuments;
  profiles: AssistantProfiles;
}

/** Wires question sets, and the assistants and candidates that are asked them. */
function evaluationServices(config: Config, { unlimited, ...parts }: EvaluationParts) {
  const budget = config.assistant.dailyTokenBudget;
  const candidates = assistantCandidates(parts);
  const subjects = evaluationSubjects({ ...parts, candidates });
  const sets = questionSets(parts);
  const records = evaluationRecords(parts);
  const runner = evaluationRunner({
    ...parts,
    answerer: unlimited,
    records,
    sets,
    subjects,
    isBudgetSpent: async () => budget > 0 && (await tokensSpentToday(parts)) >= budget,
    pricing: pricing(config.prices, config.embeddingPrice),
    newOwner: parts.random.uuid,
  });
  return {
    candidates,
    questionSets: sets,
    evaluations: evaluations({ ...parts, records, runner, sets, subjects }),
  };
}

interface ChatParts extends Shared, Pick<Ports, 'answerer'> {
  notices: Notices;
  visitorEvents: VisitorEvents;
  profiles: AssistantProfiles;
  beside: TokensBeside;
  judge: AnswerJudge | undefined;
  judgments: Judgments;
}

/** Wires the conversations of visitors with the assistant. */
export function chatServices(config: Config, parts: ChatParts) {
  const hasAgents = config.identity.kind === 'entra' || !config.cloud;
  const changes = conversations({ ...parts, hasAgents });
  const priced = { ...parts, pricing: pricing(config.prices, config.embeddingPrice) };
  const checks = answerChecks({ ...priced, budget: config.assistant.dailyTokenBudget });
  const answering = turns({ ...priced, conversations: changes, checks });
  return {
    conversations: changes,
    visitorChat: visitorChat({ ...parts, conversations: changes, turns: answering }),
  };
}

type ReportParts = Shared & Omit<Parameters<typeof reports>[0], 'journal' | 'tokens'>;

/** Wires the status reports to the publisher. */
export const reportServices = (parts: ReportParts) =>
  reports({ ...parts, journal: reportJournal(parts), tokens: tokenWindows(parts) });

/** The parts of the search that read questions are loaded with the first question, not with the service. */
const readWords: ReadQuestionWords = async (asked) => {
  const { questionWords } = await import('../adapters/knowledge/question-words.ts');
  return await questionWords(asked);
};

/** Wires the services of the admin surface. */
export function adminServices(
  config: Config,
  shared: Shared &
    Pick<Ports, 'vault'> & {
      notes: Notes;
      addedAnswers: AddedAnswers;
      judgments: Judgments;
      beside: TokensBeside;
    },
) {
  const state = adminKeyLedger(shared);
  const keys = adminKeys({ ...shared, state, ...config.admin });
  const stored = archive({ ...shared, visitors: visitorMemory(shared) });
  return {
    adminGate: adminGate({ ...shared, keys, state }),
    archive: stored,
    figures: figuresReader(shared),
    questions: questions({ ...shared, readWords }),
    ratedQuestions: ratedQuestions(shared),
    judgments: shared.judgments,
    sentReports: sentReports(shared.ledger),
    retention: retention({ ...shared, archive: stored, days: config.retentionDays }),
    settings: shownSettings(config),
    retentionDays: config.retentionDays,
  };
}

interface AgentParts extends Shared, Pick<Ports, 'answerer' | 'publisher'> {
  conversations: Conversations;
  visitorEvents: VisitorEvents;
  profiles: AssistantProfiles;
  components: ComponentWatch;
  quotaChanged: () => void;
}

/** Wires the services of the agent surface. */
export function agentServices(config: Config, parts: AgentParts) {
  const { planId, seatWindowDays, prices, model } = config;
  const plan = currentPlan({ ...parts, planId });
  const seats = seatGate({ ...parts, plan: () => parts.components.observe('plan', plan()), seatWindowDays });
  const everyone = colleagues(parts);
  return {
    seats,
    colleagues: everyone,
    agentDesk: agentDesk({
      ...parts,
      ...{ replies: agentReplies(parts), seats, colleagues: everyone },
      conversationLimit: config.agentConversationLimit,
    }),
    agentDrafts: agentDrafts({
      ...parts,
      pricing: pricing(prices, config.embeddingPrice),
      hasModel: model.kind !== 'knowledge',
    }),
    agentPresence: agentPresence({ ...parts, colleagues: everyone }),
    agentSignals: agentSignals(parts),
    cannedReplies: cannedReplies(parts),
    closedChats: closedChats(parts),
    notes: notes(parts),
  };
}

interface WidgetParts extends Shared {
  widgets: WidgetRegistry;
  conversations: Conversations;
  tokens: Tokens;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
}

/** Wires the services for visitors of registered widgets. */
export function widgetServices(parts: WidgetParts) {
  const { clock, random, secret, tokens } = parts;
  const ofVisitors = visitorTokens({ tokens, clock, random });
  const auth = widgetAuth({
    widgets: parts.widgets,
    tokens: ofVisitors,
    proofs: spentProofs(parts),
    sessions: visitorSessions({
      ...parts,
      memory: visitorMemory(parts),
      hashKey: () => secret('visitors'),
    }),
  });
  const directories = openidDirectories(parts);
  return {
    widgetAuth: auth,
    visitorSignIn: visitorSignIn({ widgetAuth: auth, directories, visitorTokens: ofVisitors, tokens }),
  };
}

/** Wires what visitors are told about the people who answer. */
export function availabilityServices(
  parts: Shared & { presence: AgentPresence; widgets: Pick<WidgetAuth, 'find'> },
) {
  const settings = hoursSettings(parts);
  const zones = lazy(async () => (await import('../adapters/zones/temporal.ts')).temporalZones);
  return { hoursSettings: settings, availability: visitorAvailability({ ...parts, settings, zones }) };
}

/** The settings that the dashboard shows. */
function shownSettings(config: Config): ShownSettings {
  const { allowlist, assistant, planId, seatWindowDays, prices, rateLimits } = config;
  return {
    allowedOrigins: [...(allowlist.any ? ['*'] : []), ...allowlist.origins],
    assistantName: assistant.name,
    model: config.model.kind,
    identity: config.identity.kind,
    publisher: config.publisher.kind,
    planId,
    seatWindowDays,
    dailyTokenBudget: assistant.dailyTokenBudget,
    prices: prices === 'unknown' ? {} : prices,
    limits: rateLimits,
  };
}
