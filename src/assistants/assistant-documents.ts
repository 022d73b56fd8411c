import { AppError } from '../core/errors.ts';
import type { RevisionDocument } from '../knowledge/records/knowledge-document.ts';
import {
  isSameDocument,
  ownDocument,
  withoutDocument,
  withOwnDocument,
} from '../knowledge/rules/revision-documents.ts';
import { withDocuments } from './rules/revisions.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import type { LiveRevisions } from './live-revisions.ts';
import type { StoredRevisions } from './stored-revisions.ts';

/** `version` is the hash of the text. */
export interface VersionedText {
  markdown: string;
  version: string;
}

interface Dependencies {
  changes: Pick<AssistantChanges, 'change'>;
  live: Pick<LiveRevisions, 'current'>;
  revisions: Pick<StoredRevisions, 'text' | 'texts'>;
}

export function assistantDocuments({ changes, live, revisions }: Dependencies) {
  async function list(assistantId: string): Promise<readonly RevisionDocument[]> {
    const current = await live.current(assistantId);
    if (!current) throw new AppError('assistant-not-found');
    return current.live.documents;
  }

  async function textOf(
    assistantId: string,
    document: RevisionDocument | undefined,
  ): Promise<VersionedText | undefined> {
    const markdown = document && (await revisions.text(assistantId, document));
    return document && markdown !== undefined ? { markdown, version: document.textHash } : undefined;
  }

  async function find(assistantId: string, name: string): Promise<VersionedText | undefined> {
    return await textOf(
      assistantId,
      (await list(assistantId)).find((document) => document.name === name),
    );
  }

  async function edit(
    assistantId: string,
    name: string,
    change: (document: VersionedText | undefined) => string | undefined,
  ): Promise<void> {
    await changes.change(assistantId, async ({ record, live: before, at, store }) => {
      const { edit: profile, documents: all } = before;
      const present = all.find((document) => document.name === name);
      const markdown = change(await textOf(assistantId, present));
      if (markdown === undefined) return undefined;
      const document = ownDocument(name, markdown, at);
      if (isSameDocument(present, document)) return undefined;
      const documents = withOwnDocument(all, document);
      const added = new Map([[document.textHash, markdown]]);
      return withDocuments(record.value, await store({ edit: profile, documents }, added), at);
    });
  }

  return {
    /** Sorted by name. */
    list,
    /** A document's text with its version; undefined for an unknown name. */
    find,
    /**
     * Changes or creates a document. `change` gets the newest version and is called again after a write
     * conflict. It may throw to refuse, and returns undefined to write nothing.
     */
    edit,
    texts: revisions.texts,

    /** The documents of one source, sorted by name. */
    documentsOf: async (assistantId: string, sourceId: string): Promise<readonly RevisionDocument[]> =>
      (await list(assistantId)).filter(({ source }) => source === sourceId),

    /** The text of a document; throws `not-found` for an unknown name. */
    async read(assistantId: string, name: string): Promise<string> {
      const found = await find(assistantId, name);
      if (!found) throw new AppError('not-found');
      return found.markdown;
    },

    /** Creates or replaces an uploaded document; throws `validation-failed` beyond the limits. */
    put: (assistantId: string, name: string, markdown: string): Promise<void> =>
      edit(assistantId, name, () => markdown),

    /** Throws `not-found` for an unknown name. */
    async remove(assistantId: string, name: string): Promise<void> {
      await changes.change(assistantId, async ({ record, live: before, at, store }) => {
        const { edit: profile, documents: all } = before;
        if (!all.some((document) => document.name === name)) throw new AppError('not-found');
        const documents = withoutDocument(all, name);
        return withDocuments(record.value, await store({ edit: profile, documents }), at);
      });
    },
  };
}

/**
 * The live uploaded and added documents of assistants. All methods throw `assistant-not-found` for a
 * missing assistant.
 */
export type AssistantDocuments = ReturnType<typeof assistantDocuments>;
