import { entityTag } from '../../domain/entity-tag.ts';
import { AppError } from '../../domain/errors.ts';
import type { AssistantEdit, StoredAssistant } from '../../domain/records/assistant.ts';
import { draftDocument, type Draft } from '../../domain/records/listed-assistant.ts';
import type { RevisionDocument } from '../../domain/records/revision.ts';
import {
  compareDocuments,
  hasConflict,
  mergeDocuments,
  type DraftDocuments,
} from '../../domain/draft-documents.ts';
import {
  documentsKey,
  isSameDocument,
  ownDocument,
  withDocument,
  withoutDocument,
  withOwnDocument,
  type ChangedDocuments,
  type NewTexts,
} from '../../domain/revision-documents.ts';
import { withProfile } from '../../domain/revisions.ts';
import type { Random } from '../../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantChanges, Current, RevisionContent } from './assistant-changes.ts';
import { withKnowledge, type ResolvedAssistant } from './assistant-profiles.ts';
import type { CurrentAssistant, LiveRevisions } from './live-revisions.ts';
import type { Revision, StoredRevisions } from './stored-revisions.ts';

/** Changes the documents of a draft; undefined changes nothing. */
type DocumentsEdit = (
  documents: readonly RevisionDocument[],
  current: Current,
) => ChangedDocuments | undefined;

/** The drafts of assistants, at most one each. Methods throw `draft-not-found` for a missing draft. */
export interface AssistantDrafts {
  find(assistantId: string): Promise<Draft>;
  findIfAny(assistantId: string): Promise<Draft | undefined>;
  /** Creates the draft or replaces its profile, based on the current live assistant. */
  save(assistantId: string, edit: AssistantEdit, expected?: Expected): Promise<Draft>;
  putDocument(assistantId: string, name: string, markdown: string): Promise<Draft>;
  /** The text of a document in the draft; throws `not-found` for an unknown name. */
  document(assistantId: string, name: string): Promise<string>;
  /** Removes a document from the draft; the live assistant keeps it until the draft is published. */
  removeDocument(assistantId: string, name: string): Promise<Draft>;
  /** Undoes the change of a document; throws `not-found` if it is unchanged. */
  undoDocument(assistantId: string, name: string): Promise<Draft>;
  /** Changes documents; creates the draft if it does not exist. */
  changeDocuments(assistantId: string, edit: DocumentsEdit): Promise<void>;
  /** The assistant as it would be after publishing. */
  resolve(assistantId: string): Promise<ResolvedAssistant>;
  /**
   * Makes the draft live in one write. Throws `precondition-failed` if the draft differs from `expected`, or
   * if the live profile or a changed document was changed since. Idempotent for the same version of the
   * draft.
   */
  publish(assistantId: string, expected?: Expected): Promise<void>;
  /** Deletes the draft; a missing draft is ignored. */
  discard(assistantId: string): Promise<void>;
}

interface Dependencies {
  random: Random;
  changes: Pick<AssistantChanges, 'change'>;
  live: Pick<LiveRevisions, 'current'>;
  revisions: Pick<StoredRevisions, 'read' | 'text' | 'texts'>;
}

type StoredDraft = NonNullable<StoredAssistant['draft']>;

/** Stores a draft as a revision that the assistant's record refers to. */
export function assistantDrafts({
  random,
  changes,
  live: published,
  revisions,
}: Dependencies): AssistantDrafts {
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

  /** The draft with its documents merged into the live ones; undefined without a draft. */
  async function contentOf({ record: { id, value }, live }: CurrentAssistant) {
    const { draft } = value;
    if (!draft) return undefined;
    const [{ edit, documents }, base] = await Promise.all([
      requireRevision(id, draft.revision),
      draft.base === live.id ? live : requireRevision(id, draft.base),
    ]);
    const lists: DraftDocuments = { base: base.documents, live: live.documents, draft: documents };
    const isOutdated = draft.basedOn !== value.tag || hasConflict(lists);
    return { draft, edit, documents: mergeDocuments(lists), isOutdated };
  }

  async function requireContent(current: CurrentAssistant) {
    const content = await contentOf(current);
    if (!content) throw new AppError('draft-not-found');
    return content;
  }

  async function listedDraft(current: CurrentAssistant): Promise<Draft | undefined> {
    const content = await contentOf(current);
    return (
      content && {
        edit: content.edit,
        documents: compareDocuments(current.live.documents, content.documents).map(draftDocument),
        outdated: content.isOutdated,
        updatedAt: content.draft.updatedAt,
        etag: entityTag(content.draft.revision),
      }
    );
  }

  async function find(assistantId: string): Promise<Draft> {
    const draft = await listedDraft(await requireCurrent(assistantId));
    if (!draft) throw new AppError('draft-not-found');
    return draft;
  }

  /** Stores a new draft that is based on the current live revision. */
  async function withDraft(
    { record, live, at, store }: Current,
    basedOn: string,
    content: RevisionContent,
    added?: NewTexts,
  ): Promise<StoredAssistant> {
    const draft: StoredDraft = { ...(await store(content, added)), base: live.id, basedOn, updatedAt: at };
    return { ...record.value, draft };
  }

  /** Changes the documents of an existing draft. */
  async function editDraft(assistantId: string, edit: DocumentsEdit): Promise<Draft> {
    await changes.change(assistantId, async (current) => {
      const { draft, edit: profile, documents: before } = await requireContent(current);
      const changed = edit(before, current);
      if (!changed) return undefined;
      const { documents, added } = changed;
      return await withDraft(current, draft.basedOn, { edit: profile, documents }, added);
    });
    return await find(assistantId);
  }

  return {
    find,

    findIfAny: async (assistantId) => await listedDraft(await requireCurrent(assistantId)),

    async save(assistantId, edit, expected) {
      await changes.change(assistantId, async (current) => {
        const content = await contentOf(current);
        if (expected) refuseStale(content ? entityTag(content.draft.revision) : '', expected);
        const { documents } = content ?? current.live;
        return await withDraft(current, current.record.value.tag, { edit, documents });
      });
      return await find(assistantId);
    },

    putDocument: (assistantId, name, markdown) =>
      editDraft(assistantId, (before, { at }) => {
        const document = ownDocument(name, markdown, at);
        const documents = withOwnDocument(before, document);
        return { documents, added: new Map([[document.textHash, markdown]]) };
      }),

    async document(assistantId, name) {
      const { documents } = await requireContent(await requireCurrent(assistantId));
      const document = documents.find((one) => one.name === name);
      const markdown = document && (await revisions.text(assistantId, document));
      if (markdown === undefined) throw new AppError('not-found');
      return markdown;
    },

    removeDocument: (assistantId, name) =>
      editDraft(assistantId, (before) => {
        if (!before.some((document) => document.name === name)) throw new AppError('not-found');
        return { documents: withoutDocument(before, name), added: new Map() };
      }),

    undoDocument: (assistantId, name) =>
      editDraft(assistantId, (all, { live }) => {
        const own = all.find((document) => document.name === name);
        const before = live.documents.find((document) => document.name === name);
        if (isSameDocument(own, before)) throw new AppError('not-found');
        const documents = before ? withDocument(all, before) : withoutDocument(all, name);
        return { documents, added: new Map() };
      }),

    async changeDocuments(assistantId, edit) {
      await changes.change(assistantId, async (current) => {
        const { record, live } = current;
        const content = await contentOf(current);
        const changed = edit((content ?? live).documents, current);
        if (!changed) return undefined;
        const { documents, added } = changed;
        const basedOn = content?.draft.basedOn ?? record.value.tag;
        return await withDraft(current, basedOn, { edit: (content ?? live).edit, documents }, added);
      });
    },

    async resolve(assistantId) {
      const { edit, documents } = await requireContent(await requireCurrent(assistantId));
      return withKnowledge(edit, {
        kind: 'documents',
        key: documentsKey(documents),
        documents: () => revisions.texts(assistantId, documents),
      });
    },

    async publish(assistantId, expected) {
      await changes.change(assistantId, async (current) => {
        const { record, live, at, store } = current;
        const { draft: present, published: last } = record.value;
        const isRepeat = !present && last !== undefined && expected?.includes(entityTag(last));
        if (isRepeat === true) return undefined;
        const { draft, edit, documents, isOutdated } = await requireContent(current);
        refuseStale(entityTag(draft.revision), expected);
        if (isOutdated) throw new AppError('precondition-failed');
        const { revision, documentsKey: key } = draft;
        const pointer =
          draft.base === live.id ? { revision, documentsKey: key } : await store({ edit, documents });
        const { draft: _published, ...value } = record.value;
        const tag = entityTag(random.uuid());
        return { ...withProfile(value, { ...pointer, edit }, { at, tag }), published: revision };
      });
    },

    async discard(assistantId) {
      await changes.change(assistantId, ({ record: { value } }) => {
        const { draft, ...rest } = value;
        return Promise.resolve(draft && { ...rest });
      });
    },
  };
}
