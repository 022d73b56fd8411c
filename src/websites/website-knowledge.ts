import type { KnowledgeDocument } from '../ports.ts';
import type { WebsitePublications } from './website-publications.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

/** The publications of its websites that an assistant gets: live, or for a preview the waiting ones. */
export type PublicationKind = 'live' | 'preview';

interface Dependencies {
  records: Pick<WebsiteRecords, 'list' | 'find'>;
  publications: Pick<WebsitePublications, 'documents' | 'texts'>;
}

/** The documents that websites give to their assistants. */
export function websiteKnowledge({ records, publications }: Dependencies) {
  async function loaded(
    record: WebsiteRecord,
    kind: PublicationKind,
    onReplaced: () => void = () => undefined,
  ): Promise<KnowledgeDocument[]> {
    const key = keyOf(record, kind);
    const listed = key === undefined ? [] : await publications.documents(record.id, key);
    const texts = listed && (await publications.texts(record.id, listed));
    if (texts?.length === listed?.length && texts) return texts;
    // The publication was replaced and deleted during the read.
    onReplaced();
    const newest = await records.find(record.id, 'strong');
    if (!newest || keyOf(newest, kind) === key) return texts ?? [];
    return await loaded(newest, kind);
  }

  return {
    /** The websites of all assistants, with one request. */
    list: (): Promise<WebsiteRecord[]> => records.list(),

    /** A key of the documents of websites: equal keys mean equal documents; empty without any. */
    keyOf(websites: readonly WebsiteRecord[], kind: PublicationKind): string {
      const keys = websites.flatMap((website) => keyOf(website, kind) ?? []);
      return keys.join(' ');
    },

    /** The documents of websites, one list at a time; `onReplaced` as in `StoredDocuments`. */
    async *documents(
      websites: readonly WebsiteRecord[],
      kind: PublicationKind,
      onReplaced?: () => void,
    ): AsyncGenerator<readonly KnowledgeDocument[]> {
      for (const website of websites) yield await loaded(website, kind, onReplaced);
    },
  };
}

export type WebsiteKnowledge = ReturnType<typeof websiteKnowledge>;

function keyOf({ value: { liveKey, waitingKey } }: WebsiteRecord, kind: PublicationKind): string | undefined {
  return kind === 'preview' ? (waitingKey ?? liveKey) : liveKey;
}
