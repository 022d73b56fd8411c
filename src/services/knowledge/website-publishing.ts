import { isDeepStrictEqual } from 'node:util';
import { MAX_WEBSITE_CHARACTERS } from '../../domain/assistants.ts';
import { mapLimited } from '../../domain/concurrency.ts';
import { derivedId } from '../../domain/ids.ts';
import { nowIso } from '../../domain/iso-time.ts';
import type { StoredWebsiteSource, WebsitePage } from '../../domain/records/website-source.ts';
import { titleOf } from '../../domain/revision-documents.ts';
import { sumOfGroups } from '../../domain/website/left-out-groups.ts';
import type { SameText } from '../../domain/website/same-text.ts';
import { publicationOf } from '../../domain/website-sources/changes.ts';
import { countPages } from '../../domain/website-sources/page-states.ts';
import type { Ports } from '../../ports.ts';
import type { Lease } from '../platform/leases.ts';
import { websiteDocuments, type PageDocument, type WebsiteDocuments } from './website-documents.ts';
import type { PageRecord, WebsitePages } from './website-pages.ts';
import type { PublishedDocument, WebsitePublications } from './website-publications.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

type Dependencies = Pick<Ports, 'clock' | 'documentSections'> & {
  records: Pick<WebsiteRecords, 'change' | 'list'>;
  pages: WebsitePages;
  publications: WebsitePublications;
  /** Called after the live documents of an assistant have changed. */
  onPublished: () => void;
};

type Excluded = WebsiteDocuments['excluded'];

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
  const { clock, documentSections, records, pages, publications, onPublished } = dependencies;

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
    const changed = given.filter((page) => !isDeepStrictEqual(excluded.get(page.url), sameTextOf(page)));
    await mapLimited(changed, PARALLEL, async (page) => {
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
      const { pages: given, leaving, isMostlyGone } = publicationOf(all, value, clock.now());
      const made = await makeDocuments(source, given, { stored, check });
      const kept = withReasons(all, given, typeof made === 'object' ? made.excluded : undefined);
      const left = new Set(leaving);
      const counted = kept.filter((page) => !left.has(page));
      const leftOut = sumOfGroups(await pages.leftOut(id));
      check();
      const { value: changed } = await records.change(id, ({ value: now, etag: newest }) => {
        const at = nowIso(clock);
        // A concurrent edit is published by the next step.
        const next = {
          ...now,
          pages: countPages(counted, now, leftOut),
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
      if (changed.liveKey !== value.liveKey) onPublished();
      await mapLimited(leaving, PARALLEL, async ({ url }) => {
        check();
        await pages.remove(id, url);
      });
      await publications.sweep(id, keysOf(changed), check);
    },

    /** Makes the waiting publication live. */
    async publishWaiting(id: string): Promise<WebsiteRecord> {
      const record = await records.change(id, ({ value }) => {
        const { waiting, waitingKey, ...rest } = value;
        if (!waiting || waitingKey === undefined) return value;
        const { changed: _changed, new: _new, gone: _gone, ...extent } = waiting;
        const at = nowIso(clock);
        // The next step deletes the replaced publication.
        return { ...rest, liveKey: waitingKey, published: { ...extent, at }, isUnpublished: true };
      });
      onPublished();
      return record;
    },
  };
}

export type WebsitePublisher = ReturnType<typeof websitePublishing>;

interface Made {
  key: string;
  entries: readonly PublishedDocument[];
  /** The documents that are live. */
  live: readonly PublishedDocument[];
  at: string;
}

/**
 * The website with documents as its live publication, or as the waiting one if they differ from the live
 * ones.
 */
function withPublication(value: StoredWebsiteSource, { key, entries, live, at }: Made): StoredWebsiteSource {
  const { waiting, waitingKey, ...rest } = value;
  if (key === value.liveKey) return rest;
  const extent = {
    at,
    documents: entries.length,
    sections: entries.reduce((sum, { sections }) => sum + sections, 0),
    characters: entries.reduce((sum, { characters }) => sum + characters, 0),
  };
  if (value.publish === 'live') return { ...rest, liveKey: key, published: extent };
  if (waiting && key === waitingKey) return value;
  return { ...rest, waitingKey: key, waiting: { ...extent, ...differenceOf(live, entries) } };
}

/** The website with the problems that publishing finds, and without those that are over. */
function withProblem(
  value: StoredWebsiteSource,
  { isMostlyGone, isTooMuch = value.problem === 'too-much' }: { isMostlyGone: boolean; isTooMuch?: boolean },
): StoredWebsiteSource {
  const { problem, ...rest } = value;
  if (isMostlyGone) return { ...rest, problem: 'mostly-gone' };
  if (isTooMuch) return { ...rest, problem: 'too-much' };
  const isOver = problem === 'mostly-gone' || problem === 'too-much';
  return problem === undefined || isOver ? rest : value;
}

/**
 * A key of all that documents are made from, without reading the texts. The number at its start changes with
 * the rules that make documents. `most`: the number of characters, if it cut the documents.
 */
function contentKeyOf(
  pages: readonly WebsitePage[],
  { publish, leftOutBlocks, startUrl }: StoredWebsiteSource,
  most?: number,
): string {
  const parts = pages.map(({ url, canonicalUrl, title, language, pageDate, text, leftOutHeadings }) => [
    [url, canonicalUrl, title, language, pageDate, text],
    leftOutHeadings,
  ]);
  const limit = most === undefined ? [] : [most];
  return derivedId('website-content', JSON.stringify([3, publish, leftOutBlocks, startUrl, parts, ...limit]));
}

/** The documents that fit into a number of characters, in their order. */
function fitting(documents: readonly PageDocument[], most: number): PageDocument[] {
  let left = most;
  return documents.filter(({ markdown }) => {
    if (markdown.length > left) return false;
    left -= markdown.length;
    return true;
  });
}

function differenceOf(live: readonly PublishedDocument[], made: readonly PublishedDocument[]) {
  const before = new Map(live.map(({ name, textHash: hash }) => [name, hash]));
  const after = new Set(made.map(({ name }) => name));
  return {
    changed: made.filter(({ name, textHash: hash }) => before.has(name) && before.get(name) !== hash).length,
    new: made.filter(({ name }) => !before.has(name)).length,
    gone: live.filter(({ name }) => !after.has(name)).length,
  };
}

function keysOf({ liveKey, waitingKey }: StoredWebsiteSource): string[] {
  return [liveKey, waitingKey].filter((key) => key !== undefined);
}

function withoutText(page: WebsitePage): WebsitePage {
  const { text: _text, etag: _etag, lastModified: _modified, checkedAt: _checked, ...rest } = page;
  return rest;
}

/** All pages, with the reasons of those that are published. */
function withReasons(
  all: readonly WebsitePage[],
  given: readonly WebsitePage[],
  excluded: Excluded | undefined,
): readonly WebsitePage[] {
  if (!excluded) return all;
  const published = new Set(given);
  return all.map((page) => (published.has(page) ? withReason(page, excluded) : page));
}

function withReason(page: WebsitePage, excluded: Excluded): WebsitePage {
  const { excluded: _before, insteadOf: _instead, ...rest } = page;
  const same = excluded.get(page.url);
  if (!same) return rest;
  return { ...rest, excluded: same.kind, ...(same.kind === 'duplicate' && { insteadOf: same.insteadOf }) };
}

/** The stored result about other pages with the text of a page. */
function sameTextOf({ excluded, insteadOf = '' }: WebsitePage): SameText | undefined {
  if (excluded === undefined) return undefined;
  return excluded === 'duplicate' ? { kind: excluded, insteadOf } : { kind: excluded };
}
