import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import { derivedId } from '../lib/ids.ts';
import type { AssistantEdit, StoredAssistant } from './records/assistant.ts';
import { draftDocument, type Draft } from './records/listed-assistant.ts';
import type { RevisionDocument } from '../knowledge/records/knowledge-document.ts';
import {
  compareDocuments,
  conflictsOf,
  draftDocuments,
  NO_CHANGES,
  withChange,
  withoutChange,
  type DraftChanges,
} from './rules/draft-documents.ts';
import {
  ownDocument,
  refuseTooMuch,
  withOwnDocument,
  type NewTexts,
} from '../knowledge/rules/revision-documents.ts';
import { withProfile } from './rules/revisions.ts';
import type { Random } from '../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantChanges, Current } from './assistant-changes.ts';
import { withKnowledge, type ResolvedAssistant } from './assistant-profiles.ts';
import type { CurrentAssistant, LiveRevisions } from './live-revisions.ts';
import type { Revision, StoredRevisions } from './stored-revisions.ts';

interface Dependencies {
  random: Random;
  changes: Pick<AssistantChanges, 'change'>;
  live: Pick<LiveRevisions, 'current' | 'knowledge'>;
  revisions: Pick<StoredRevisions, 'read' | 'text' | 'texts'>;
}

type StoredDraft = NonNullable<StoredAssistant['draft']>;

/** The stored draft of an assistant, compared with what is live. */
interface DraftContent {
  draft: StoredDraft;
  edit: AssistantEdit;
  changes: DraftChanges;
  conflicts: Draft['conflicts'];
  etag: string;
}

/** Stores a draft as a revision with only its changes, which the assistant's record refers to. */
export function assistantDrafts({ random, changes, live: published, revisions }: Dependencies) {
  async function requireCurrent(assistantId: string): Promise<CurrentAssistant> {
    const current = await published.current(assistantId);
    if (!current) throw new AppError('assistant-not-found');
    return current;
  }

  async function requireRevision(assistantId: string, id: string): Promise<Revision> {
    const revision = await revisions.read(assistantId, id);
    // The draft was replaced during the read, which is rare; the caller retries.
    if (!revision) throw new AppError('store-unavailable');
    return revision;
  }

  async function contentOf({
    record: { id, value },
    live,
  }: CurrentAssistant): Promise<DraftContent | undefined> {
    const { draft } = value;
    if (!draft) return undefined;
    const { edit, documents, changes: changed = [] } = await requireRevision(id, draft.revision);
    const own = { documents, changes: changed };
    const names = conflictsOf(live.documents, own);
    const conflicts = { profile: draft.basedOn !== value.tag, documents: names };
    const etag = entityTag(versionOf(draft, { ...conflicts, profile: conflicts.profile && value.tag }, live));
    return { draft, edit, changes: own, conflicts, etag };
  }

  async function requireContent(current: CurrentAssistant): Promise<DraftContent> {
    const content = await contentOf(current);
    if (!content) throw new AppError('draft-not-found');
    return content;
  }

  async function listedDraft(current: CurrentAssistant): Promise<Draft | undefined> {
    const content = await contentOf(current);
    if (!content) return undefined;
    const { edit, changes: own, conflicts, draft, etag } = content;
    const { documents } = current.live;
    const compared = compareDocuments(documents, draftDocuments(documents, own));
    return { edit, documents: compared.map(draftDocument), conflicts, updatedAt: draft.updatedAt, etag };
  }

  async function find(assistantId: string): Promise<Draft> {
    const draft = await listedDraft(await requireCurrent(assistantId));
    if (!draft) throw new AppError('draft-not-found');
    return draft;
  }

  /** Stores a draft; a new one is based on the live profile. */
  async function withDraft(
    { record, at, store }: Current,
    before: DraftContent | undefined,
    content: { edit: AssistantEdit } & DraftChanges,
    added?: NewTexts,
  ): Promise<StoredAssistant> {
    const basedOn = before?.draft.basedOn ?? record.value.tag;
    return { ...record.value, draft: { ...(await store(content, added)), basedOn, updatedAt: at } };
  }

  /** Changes the documents of an existing draft. */
  async function editDraft(
    assistantId: string,
    edit: (own: DraftChanges, current: Current) => { changes: DraftChanges; added?: NewTexts },
  ): Promise<Draft> {
    await changes.change(assistantId, async (current) => {
      const content = await requireContent(current);
      const { changes: own, added } = edit(content.changes, current);
      return await withDraft(current, content, { edit: content.edit, ...own }, added);
    });
    return await find(assistantId);
  }

  function requireDocument(documents: readonly RevisionDocument[], name: string): RevisionDocument {
    const document = documents.find((one) => one.name === name);
    if (!document) throw new AppError('not-found');
    return document;
  }

  return {
    find,

    findIfAny: async (assistantId: string): Promise<Draft | undefined> =>
      await listedDraft(await requireCurrent(assistantId)),

    /** Creates the draft or replaces its profile. */
    async save(assistantId: string, edit: AssistantEdit, expected?: Expected): Promise<Draft> {
      await changes.change(assistantId, async (current) => {
        const content = await contentOf(current);
        if (expected) refuseStale(content?.etag ?? '', expected);
        return await withDraft(current, content, { edit, ...(content?.changes ?? NO_CHANGES) });
      });
      return await find(assistantId);
    },

    putDocument: (assistantId: string, name: string, markdown: string): Promise<Draft> =>
      editDraft(assistantId, (own, { at, live: { documents } }) => {
        const document = ownDocument(name, markdown, at);
        withOwnDocument(draftDocuments(documents, own), document);
        const added = new Map([[document.textHash, markdown]]);
        return { changes: withChange(own, documents, name, document), added };
      }),

    /** The text of a document in the draft; throws `not-found` for an unknown name. */
    async document(assistantId: string, name: string): Promise<string> {
      const current = await requireCurrent(assistantId);
      const { changes: own } = await requireContent(current);
      const document = requireDocument(draftDocuments(current.live.documents, own), name);
      const markdown = await revisions.text(assistantId, document);
      if (markdown === undefined) throw new AppError('not-found');
      return markdown;
    },

    /** Removes a document from the draft; the live assistant keeps it until the draft is published. */
    removeDocument: (assistantId: string, name: string): Promise<Draft> =>
      editDraft(assistantId, (own, { live: { documents } }) => {
        requireDocument(draftDocuments(documents, own), name);
        const isLive = documents.some((one) => one.name === name);
        return { changes: isLive ? withChange(own, documents, name) : withoutChange(own, name) };
      }),

    /** Undoes the change of a document; throws `not-found` if it is unchanged. */
    undoDocument: (assistantId: string, name: string): Promise<Draft> =>
      editDraft(assistantId, (own) => {
        if (!own.changes.some((change) => change.name === name)) throw new AppError('not-found');
        return { changes: withoutChange(own, name) };
      }),

    /** The assistant as it would be after publishing, with what its websites would publish. */
    async resolve(assistantId: string): Promise<ResolvedAssistant> {
      const current = await requireCurrent(assistantId);
      const { edit, changes: own } = await requireContent(current);
      const documents = draftDocuments(current.live.documents, own);
      return withKnowledge(edit, await published.knowledge(current.record, { documents, kind: 'preview' }));
    },

    /**
     * Makes the draft live in one write. Throws `precondition-failed` if the draft or what it conflicts with
     * differs from `expected`, and `draft-conflict` if the live profile or a changed document was changed
     * since, unless `overwrite` is set. Idempotent for the same version of the draft.
     */
    async publish(
      assistantId: string,
      { overwrite, expected }: { overwrite: boolean; expected: Expected },
    ): Promise<void> {
      await changes.change(assistantId, async (current) => {
        const { record, live, at, store } = current;
        const { draft: present, published: last } = record.value;
        const isRepeat = !present && last !== undefined && expected?.includes(last);
        if (isRepeat === true) return undefined;
        const { edit, changes: own, conflicts, etag } = await requireContent(current);
        refuseStale(etag, expected);
        const isConflict = conflicts.profile || conflicts.documents.length > 0;
        if (isConflict && !overwrite) throw new AppError('draft-conflict', { conflicts });
        const documents = draftDocuments(live.documents, own);
        refuseTooMuch(documents);
        const pointer = await store({ edit, documents });
        const { draft: _published, ...value } = record.value;
        const tag = entityTag(random.uuid());
        return { ...withProfile(value, { ...pointer, edit }, { at, tag }), published: etag };
      });
    },

    /** Deletes the draft; a missing draft is ignored. */
    async discard(assistantId: string): Promise<void> {
      await changes.change(assistantId, ({ record: { value } }) => {
        const { draft, ...rest } = value;
        return Promise.resolve(draft && { ...rest });
      });
    },
  };
}

/** The drafts of assistants, at most one each. Methods throw `draft-not-found` for a missing draft. */
export type AssistantDrafts = ReturnType<typeof assistantDrafts>;

/**
 * The version of a draft together with what it conflicts with, so that an admin only overwrites what was
 * shown.
 */
function versionOf(
  { revision }: StoredDraft,
  { profile, documents: names }: { profile: string | false; documents: readonly string[] },
  live: Revision,
): string {
  if (profile === false && names.length === 0) return revision;
  const hashes = names.map((name) => live.documents.find((one) => one.name === name)?.textHash ?? '');
  return derivedId('draft', JSON.stringify([revision, profile, names, hashes]));
}
