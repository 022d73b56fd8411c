import { MAX_WEBSITE_CHARACTERS } from '../knowledge/rules/documents.ts';
import { mapLimited } from '../lib/concurrency.ts';
import { nowIso } from '../lib/fields.ts';
import type { StoredWebsiteSource, WebsitePage } from './records/website-source.ts';
import { titleOf } from '../knowledge/rules/revision-documents.ts';
import { sumOfGroups } from './rules/left-out-groups.ts';
import { pagesToPublish } from './rules/changes.ts';
import { countPages } from './rules/page-states.ts';
import {
  contentKeyOf,
  fitting,
  withProblem,
  withPublication,
  withWaitingLive,
} from './rules/publications.ts';
import {
  withOtherReason,
  withoutText,
  withReason,
  withReasons,
  type Excluded,
} from './rules/same-text-pages.ts';
import type { Ports } from '../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { Lease } from '../platform/leases.ts';
import { websiteDocuments, type PageDocument } from './website-documents.ts';
import type { PageRecord, WebsitePages } from './website-pages.ts';
import type { PublishedDocument, WebsitePublications } from './website-publications.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

type Dependencies = Pick<Ports, 'clock' | 'documentSections'> & {
  records: Pick<WebsiteRecords, 'change' | 'list'>;
  pages: WebsitePages;
  publications: WebsitePublications;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
};

/** The stored pages, and the check of the lease under which they are changed. */
interface StoredPages extends Pick<Lease, 'check'> {
  stored: ReadonlyMap<string, PageRecord>;
}

/** How many pages are changed at the same time. */
const PARALLEL = 8;
/** How many documents are split into sections at the same time, in one thread. */
const COUNTED = 50;
/** The maximum length of a document's URL, in characters, so that a list of 1 000 documents is below 2 MB. */
const MAX_URL = 800;

/**
 * Publishes the pages of a website: makes documents of them, stores those that are new, and refers to the
 * list in one write of the website's record, as the live or as the waiting publication.
 */
export function websitePublishing(dependencies: Dependencies) {
  const { clock, documentSections, records, pages, publications, onKnowledgeChanged } = dependencies;

  /**
   * The pages with their texts; undefined if a text is missing. Such a page loses its validators, so that
   * it is read again.
   */
  async function withTexts(id: string, given: readonly WebsitePage[], { stored, check }: StoredPages) {
    const texts = await pages.texts(id, given);
    const found = given.flatMap((page, at) => {
      const markdown = texts[at];
      return markdown === undefined ? [] : [{ page, markdown }];
    });
    if (found.length === given.length) return found;
    const missing = given.filter((_page, at) => texts[at] === undefined);
    await mapLimited(missing, PARALLEL, async (page) => {
      check();
      await pages.change(id, page.url, (now = page) => withoutText(now), stored.get(page.url));
    });
    return undefined;
  }

  /** The entries of documents; sections are counted only for new texts. */
  async function entriesOf(
    id: string,
    made: readonly PageDocument[],
    before: readonly PublishedDocument[],
  ): Promise<PublishedDocument[]> {
    const known = new Map(before.map((entry) => [entry.textHash, entry.sections]));
    const added = made.filter(({ textHash }) => !known.has(textHash));
    for (let at = 0; at < added.length; at += COUNTED) {
      const group = added.slice(at, at + COUNTED);
      const parsed = await documentSections(group);
      group.forEach(({ textHash }, index) => known.set(textHash, parsed[index]?.length ?? 0));
      await clock.sleep(0);
    }
    return made.map(({ name, title, url, markdown, textHash, readAt }) => ({
      name,
      source: id,
      title: titleOf(title),
      ...(url.length <= MAX_URL && { url }),
      textHash,
      characters: markdown.length,
      updatedAt: readAt,
      sections: known.get(textHash) ?? 0,
    }));
  }

  async function listsOf(id: string, { liveKey, waitingKey }: StoredWebsiteSource) {
    const of = async (key: string | undefined) =>
      key === undefined ? undefined : await publications.documents(id, key);
    return { live: await of(liveKey), waiting: await of(waitingKey) };
  }

  /** Stores why pages are left out, or no longer are. */
  async function storeReasons(
    id: string,
    given: readonly WebsitePage[],
    excluded: Excluded,
    { stored, check }: StoredPages,
  ): Promise<void> {
    await mapLimited(withOtherReason(given, excluded), PARALLEL, async (page) => {
      check();
      await pages.change(id, page.url, (now = page) => withReason(now, excluded), stored.get(page.url));
    });
  }

  /** How many characters the other websites of the assistant leave for this one. */
  async function charactersFor(id: string, { assistantId }: StoredWebsiteSource): Promise<number> {
    const others = (await records.list()).filter(
      (other) => other.id !== id && other.value.assistantId === assistantId,
    );
    return others.reduce(
      (left, { value }) => left - Math.max(value.published?.characters ?? 0, value.waiting?.characters ?? 0),
      MAX_WEBSITE_CHARACTERS,
    );
  }

  /** Makes and stores the documents of pages. */
  async function makeDocuments(
    { id, value }: WebsiteRecord,
    given: readonly WebsitePage[],
    under: StoredPages,
  ) {
    const most = await charactersFor(id, value);
    const keys = { whole: contentKeyOf(given, value), cut: contentKeyOf(given, value, most) };
    if (value.contentKey === keys.whole || value.contentKey === keys.cut) return 'unchanged';
    const found = await withTexts(id, given, under);
    if (!found) return 'text-missing';
    const { documents, boilerplate, excluded } = await websiteDocuments(found, value, clock);
    const made = fitting(documents, most);
    const { live = [], waiting = [] } = await listsOf(id, value);
    const entries = await entriesOf(id, made, [...live, ...waiting]);
    const added = new Map(made.map(({ textHash, markdown }) => [textHash, markdown]));
    for (const entry of [...live, ...waiting]) added.delete(entry.textHash);
    const key = await publications.store(id, entries, added, under.check);
    // Before the record, so that they are not lost if the instance ends in between.
    await storeReasons(id, given, excluded, under);
    const isTooMuch = made.length < documents.length;
    const contentKey = isTooMuch ? keys.cut : keys.whole;
    return { key, entries, live, boilerplate, excluded, contentKey, isTooMuch };
  }

  return {
    async publish(source: WebsiteRecord, { check }: Pick<Lease, 'check'>): Promise<void> {
      const { id, value, etag } = source;
      const stored = await pages.all(id);
      const all = Array.from(stored.values(), ({ page }) => page);
      const { pages: given, leaving, isMostlyGone } = pagesToPublish(all, value, clock.now());
      const made = await makeDocuments(source, given, { stored, check });
      const kept = withReasons(all, given, typeof made === 'object' ? made.excluded : undefined);
      const left = new Set(leaving);
      const counted = kept.filter((page) => !left.has(page));
      const leftOutCount = sumOfGroups(await pages.leftOutGroups(id));
      check();
      const { value: changed } = await records.change(id, ({ value: now, etag: newest }) => {
        const at = nowIso(clock);
        // A concurrent edit is published by the next step.
        const next = {
          ...now,
          pages: countPages(counted, now, leftOutCount),
          isUnpublished: newest !== etag && now.isUnpublished,
        };
        if (made === 'text-missing') return { ...next, nextReadAt: at };
        if (made === 'unchanged') return withProblem(next, { isMostlyGone });
        // An admin published in the meantime: the next step compares with what is live now.
        if (now.liveKey !== value.liveKey) return next;
        const { boilerplate, contentKey, isTooMuch } = made;
        const published = withPublication(next, { ...made, at });
        return { ...withProblem(published, { isMostlyGone, isTooMuch }), boilerplate, contentKey };
      });
      if (changed.liveKey !== value.liveKey) onKnowledgeChanged();
      await mapLimited(leaving, PARALLEL, ({ url }) => pages.remove(id, url, check));
      await publications.sweep(id, keysOf(changed), check);
    },

    /** Makes the waiting publication live; `expected` has the tag of its time. */
    async publishWaiting(id: string, expected?: Expected): Promise<WebsiteRecord> {
      const record = await records.change(id, ({ value }) => {
        refuseStale(`"${value.waiting?.at ?? ''}"`, expected);
        return withWaitingLive(value, nowIso(clock)) ?? value;
      });
      onKnowledgeChanged();
      return record;
    },
  };
}

export type WebsitePublisher = ReturnType<typeof websitePublishing>;

const keysOf = ({ liveKey, waitingKey }: StoredWebsiteSource): string[] =>
  [liveKey, waitingKey].filter((key) => key !== undefined);
