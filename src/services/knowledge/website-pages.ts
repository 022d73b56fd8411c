import * as z from 'zod/mini';
import { derivedId } from '../../domain/ids.ts';
import { WebsitePage } from '../../domain/records/website-source.ts';
import { trusted } from '../../domain/records/fields.ts';
import { vectorKey } from '../../domain/section-vectors.ts';
import type { Ports, Version } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A page with the version of its read. */
export interface PageRecord {
  page: WebsitePage;
  version: Version | 'absent';
}

/** Stores the pages of websites, and their texts by content hash. */
export interface WebsitePages {
  /** All pages of a website, by URL. */
  all(sourceId: string): Promise<Map<string, PageRecord>>;
  find(sourceId: string, pageId: string): Promise<WebsitePage | undefined>;
  /** Stores the result of `edit`; `known` skips the first read. */
  change(
    sourceId: string,
    url: string,
    edit: (page: WebsitePage | undefined) => WebsitePage,
    known?: PageRecord,
  ): Promise<PageRecord>;
  /** Stores a text once, and returns its hash. */
  putText(sourceId: string, markdown: string): Promise<string>;
  text(sourceId: string, hash: string): Promise<string | undefined>;
  texts(sourceId: string): Promise<Map<string, string>>;
  /** Deletes unused texts. */
  sweep(sourceId: string, pages: Iterable<WebsitePage>): Promise<void>;
  removeAll(sourceId: string): Promise<void>;
}

const Stored = trusted(WebsitePage);
const Text = z.object({ markdown: z.string() });

const pagesOf = (sourceId: string) => `website-pages-${sourceId}`;
const textsOf = (sourceId: string) => `website-texts-${sourceId}`;

/** The id of a page, derived from its URL. */
export const pageIdOf = (url: string): string => derivedId('website-page', url);

export function websitePages(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): WebsitePages {
  const { ledger } = dependencies;
  const documentOf = (sourceId: string, id: string) => ({ kind: pagesOf(sourceId), id, schema: Stored });

  return {
    async all(sourceId) {
      const entries = await ledger.list(pagesOf(sourceId), 'strong');
      const pages = entries.map(({ value, version }) => ({ page: Stored.parse(value), version }));
      return new Map(pages.map((stored) => [stored.page.url, stored] as const));
    },

    async find(sourceId, pageId) {
      return (await readDocument(ledger, documentOf(sourceId, pageId)))?.value;
    },

    async change(sourceId, url, edit, known) {
      const document = documentOf(sourceId, pageIdOf(url));
      const isKnown = known !== undefined && known.version !== 'absent';
      const { result, version } = await updateDocument(
        'website-page',
        dependencies,
        isKnown ? { ...document, known: { value: known.page, version: known.version } } : document,
        (stored) => {
          const page = edit(stored?.value);
          return { value: page, result: page };
        },
      );
      return { page: result, version };
    },

    async putText(sourceId, markdown) {
      const hash = vectorKey('', markdown);
      await ledger.write(textsOf(sourceId), hash, { markdown }, 'absent');
      return hash;
    },

    async text(sourceId, hash) {
      const document = { kind: textsOf(sourceId), id: hash, schema: Text };
      return (await readDocument(ledger, document))?.value.markdown;
    },

    async texts(sourceId) {
      const entries = await ledger.list(textsOf(sourceId), 'strong');
      return new Map(entries.map(({ id, value }) => [id, Text.parse(value).markdown]));
    },

    async sweep(sourceId, pages) {
      const used = new Set(Array.from(pages).flatMap(({ text, change }) => [text, change?.before]));
      for (const { id, version } of await ledger.list(textsOf(sourceId))) {
        if (!used.has(id)) await ledger.remove(textsOf(sourceId), id, version);
      }
    },

    async removeAll(sourceId) {
      for (const kind of [pagesOf(sourceId), textsOf(sourceId)]) {
        for (const { id, version } of await ledger.list(kind, 'strong')) {
          await ledger.remove(kind, id, version);
        }
      }
    },
  };
}
