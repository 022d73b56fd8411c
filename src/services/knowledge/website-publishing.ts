import { AppError } from '../../domain/errors.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import { publicationOf } from '../../domain/website-sources/changes.ts';
import type { Ports } from '../../ports.ts';
import type { AssistantDocuments } from '../assistants/assistant-documents.ts';
import { websiteDocuments } from './website-documents.ts';
import type { WebsitePages } from './website-pages.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

/** Publishes the pages of a website as documents of its assistant. */
export interface WebsitePublisher {
  /** Replaces the website's documents if they differ from the published ones. */
  publish(source: WebsiteRecord): Promise<void>;
}

type Dependencies = Pick<Ports, 'clock' | 'documentSections'> & {
  records: Pick<WebsiteRecords, 'change'>;
  pages: WebsitePages;
  documents: Pick<AssistantDocuments, 'replaceSource'>;
};

export function websitePublishing(dependencies: Dependencies): WebsitePublisher {
  const { clock, documentSections, records, pages, documents } = dependencies;

  async function countSections(all: readonly { name: string; markdown: string }[]): Promise<number> {
    let count = 0;
    for (const { name, markdown } of all) {
      count += (await documentSections(name, markdown)).length;
      await clock.sleep(0);
    }
    return count;
  }

  return {
    async publish({ id, value, etag }) {
      const stored = await pages.all(id);
      const all = Array.from(stored.values(), ({ page }) => page);
      const { pages: given, leaving, isMostlyGone } = publicationOf(all, value, clock.now());
      const {
        documents: made,
        boilerplate,
        excluded,
      } = websiteDocuments(given, await pages.texts(id), value);
      // The key contains the target, so that pending draft changes go live when an admin switches to `live`.
      const key = `${value.publish} ${documentsKey(made)}`;
      const problem = isMostlyGone ? ('mostly-gone' as const) : undefined;
      if (key !== value.publishedKey) {
        try {
          await documents.replaceSource(value.assistantId, id, made, { to: value.publish });
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'validation-failed') throw error;
          await records.change(id, ({ value: now }) => ({
            ...now,
            isUnpublished: false,
            problem: 'too-much',
          }));
          return;
        }
      }
      for (const page of given) {
        const reason = excluded.get(page.url);
        if (reason !== page.excluded) {
          const { excluded: _before, ...rest } = page;
          await pages.change(
            id,
            page.url,
            () => (reason === undefined ? rest : { ...rest, excluded: reason }),
            stored.get(page.url),
          );
        }
      }
      for (const page of leaving) {
        const { text: _text, goneSince: _since, ...rest } = page;
        await pages.change(id, page.url, () => rest, stored.get(page.url));
      }
      const sections = key === value.publishedKey ? undefined : await countSections(made);
      await records.change(id, ({ value: now, etag: newest }) => {
        const { problem: before, ...rest } = now;
        const kept = before === 'mostly-gone' || before === 'too-much' ? undefined : before;
        const shown = problem ?? kept;
        return {
          ...rest,
          ...(shown !== undefined && { problem: shown }),
          // A concurrent edit is published by the next step.
          isUnpublished: newest !== etag && now.isUnpublished,
          publishedKey: key,
          boilerplate,
          ...(sections !== undefined && {
            published: {
              at: new Date(clock.now()).toISOString(),
              documents: made.length,
              sections,
              characters: made.reduce((sum, { markdown }) => sum + markdown.length, 0),
            },
          }),
        };
      });
      await pages.sweep(
        id,
        all.filter((page) => !leaving.includes(page)),
      );
    },
  };
}
