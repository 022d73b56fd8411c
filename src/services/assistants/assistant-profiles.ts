import { BUILT_IN_ASSISTANT } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import { editOf, type AssistantEdit } from '../../domain/records/assistant.ts';
import { ttlCache } from '../../domain/caching.ts';
import type { PricedCall } from '../../domain/cost.ts';
import type { AnswerRequest, AnswerResult, KnowledgeSource, Ports, StoredDocuments } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Announcement, AssistantChanges } from './assistant-changes.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';

/** An assistant with everything that a turn needs. */
export interface ResolvedAssistant extends Omit<AssistantEdit, 'knowledge'> {
  knowledge: KnowledgeSource;
}

/** The assistants of conversations. */
export interface AssistantProfiles {
  /**
   * The assistant with an id; the global default for none, and for the id of a deleted one. Another
   * instance's change may take TTL_MS to be seen.
   */
  profileFor(assistantId: string | undefined): Promise<ResolvedAssistant>;
  /**
   * Completes an edit with the documents of this assistant: with a folder the added answers, else all of
   * them; without documents where none is given.
   */
  resolve(edit: AssistantEdit, assistantId: string | undefined): Promise<ResolvedAssistant>;
  /** Drops the cache, so that this instance's changes take effect at once. */
  forget(): void;
}

/** How old the known state of the assistants may be, in milliseconds. */
export const TTL_MS = 15_000;
/** How often it is refreshed in the background, in milliseconds: before a turn would have to wait for it. */
export const REFRESH_MS = 10_000;
/** For how long after the last turn, in milliseconds. */
export const REFRESHED_FOR_MS = 60_000;

const NO_DOCUMENTS: StoredDocuments = {
  kind: 'documents',
  key: '',
  documents: () => Promise.resolve([]),
};

type Dependencies = Pick<Ports, 'clock'> & {
  records: Pick<AssistantRecords, 'find' | 'chosen'>;
  documents: Pick<AssistantDocuments, 'answers' | 'source'>;
  changes: Pick<AssistantChanges, 'latest'>;
  builtIn: AssistantEdit;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** A loaded assistant; `loadedAtMs` is the start of the load. */
interface Loaded {
  profile: ResolvedAssistant;
  loadedAtMs: number;
  version: Announcement['version'];
}

/**
 * Assistants for the hot path. They are cached until a change is announced, and announcements are read in the
 * background while there are turns; a turn after a pause makes that one read itself.
 */
export function assistantProfiles(dependencies: Dependencies): AssistantProfiles {
  const { records, documents, changes, builtIn, clock, background, stopping } = dependencies;
  const announcements = ttlCache<Announcement>({ clock, ttlMs: TTL_MS });
  const profiles = ttlCache<Loaded>({ clock, ttlMs: Number.POSITIVE_INFINITY });
  const usedAtMs = new Map<string, number>();
  let isRefreshing = false;

  async function resolve(
    { knowledge, ...edit }: AssistantEdit,
    assistantId: string | undefined,
    known?: AssistantRecord,
  ): Promise<ResolvedAssistant> {
    if (knowledge.kind === 'documents') {
      const own = assistantId === undefined ? NO_DOCUMENTS : await documents.source(assistantId, known);
      return { ...edit, knowledge: own };
    }
    const added = assistantId === undefined ? undefined : await documents.answers(assistantId, known);
    return { ...edit, knowledge: { ...knowledge, ...(added && { added }) } };
  }

  /** Profile and documents are of one record, so that a change of both is seen whole. */
  const resolveRecord = (record: AssistantRecord) => resolve(editOf(record.value), record.id, record);

  async function find(assistantId: string): Promise<ResolvedAssistant> {
    if (assistantId === BUILT_IN_ASSISTANT) return await resolve(builtIn, BUILT_IN_ASSISTANT);
    const record = await records.find(assistantId);
    return record ? await resolveRecord(record) : await findDefault();
  }

  async function findDefault(): Promise<ResolvedAssistant> {
    const chosen = await records.chosen();
    const record = chosen === BUILT_IN_ASSISTANT ? undefined : await records.find(chosen);
    return await (record ? resolveRecord(record) : resolve(builtIn, BUILT_IN_ASSISTANT));
  }

  const announced = () => announcements.get('latest', changes.latest);

  async function load(key: string): Promise<Loaded> {
    const loadedAtMs = clock.now();
    const [profile, { version }] = await Promise.all([key === '' ? findDefault() : find(key), announced()]);
    return { profile, loadedAtMs, version };
  }

  /** Whether no change can be missing: an announced one may be stored until `storedByMs`. */
  const isComplete = ({ version, loadedAtMs }: Loaded, latest: Announcement) =>
    version === latest.version && loadedAtMs >= latest.storedByMs;

  async function profileOf(key: string): Promise<ResolvedAssistant> {
    const loaded = await profiles.get(key, () => load(key));
    if (clock.now() - loaded.loadedAtMs < TTL_MS) return loaded.profile;
    if (isComplete(loaded, await announced())) return loaded.profile;
    await profiles.refresh(key, () => load(key));
    return (await profiles.get(key, () => load(key))).profile;
  }

  async function refresh(): Promise<void> {
    await announcements.refresh('latest', changes.latest);
    const latest = await announced();
    for (const [key, atMs] of usedAtMs) {
      if (clock.now() - atMs >= REFRESHED_FOR_MS) usedAtMs.delete(key);
      else if (!isComplete(await profiles.get(key, () => load(key)), latest)) {
        await profiles.refresh(key, () => load(key));
      }
    }
  }

  /** If the store is down, the next turn that finds the cache expired reads for itself. */
  async function refreshIfPossible(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function refreshWhileUsed(): Promise<void> {
    try {
      while (usedAtMs.size > 0) {
        await clock.sleep(REFRESH_MS, stopping);
        if (stopping.aborted) return;
        await refreshIfPossible();
      }
    } finally {
      isRefreshing = false;
    }
  }

  return {
    async profileFor(assistantId) {
      const key = assistantId ?? '';
      usedAtMs.set(key, clock.now());
      const profile = await profileOf(key);
      if (!isRefreshing) {
        isRefreshing = true;
        background.run(refreshWhileUsed());
      }
      return profile;
    },
    resolve: (edit, assistantId) => resolve(edit, assistantId),
    forget() {
      announcements.clear();
      profiles.clear();
    },
  };
}

/** The pricing key of an assistant's call. */
export function callOf(
  profile: ResolvedAssistant | undefined,
  { model }: Pick<AnswerResult, 'model'>,
): PricedCall {
  return { asked: profile?.model, answered: model, own: profile?.prices };
}

/** The persona in the assistant's prompt. */
export function personaOf({
  name,
  instructions,
  knowledge,
  model,
  handoff,
}: ResolvedAssistant): Omit<AnswerRequest, 'history'> {
  return {
    assistantName: name,
    instructions,
    knowledge,
    handoff,
    ...(model !== undefined && { model }),
  };
}
