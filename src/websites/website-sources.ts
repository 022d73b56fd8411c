import { AppError, invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import {
  NEW_WEBSITE,
  type StoredWebsiteSource,
  type WebsiteSource,
  type WebsiteSourceEdit,
} from './records/website-source.ts';
import { sumOfGroups } from './rules/left-out-groups.ts';
import { countPages } from './rules/page-states.ts';
import { rulesBelow } from './rules/page-rules.ts';
import { startByAdmin, stopByAdmin } from './rules/phases.ts';
import { nextReadAt } from './rules/schedule.ts';
import type { Ports } from '../ports.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Expected } from '../platform/ledger-records.ts';
import type { WebsitePublisher } from './website-publishing.ts';
import type { WebsitePages } from './website-pages.ts';
import {
  isWebsiteDue,
  listWebsites,
  shownWebsite,
  type WebsiteRecord,
  type WebsiteRecords,
} from './website-records.ts';

interface NewWebsite {
  assistantId: string;
  /** Default scheme: https. */
  address: string;
  /** Default: NEW_WEBSITE. */
  choices: Partial<WebsiteSourceEdit>;
  /** Whether pages are read immediately; otherwise an admin first chooses among the found pages. */
  start: boolean;
}

type Dependencies = Pick<Ports, 'clock'> & {
  records: WebsiteRecords;
  publishing: Pick<WebsitePublisher, 'publishWaiting'>;
  pages: Pick<WebsitePages, 'all' | 'leftOutGroups'>;
  reading: Pick<Jobs, 'wake' | 'interrupt'>;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
  knowsAssistant: (id: string) => Promise<boolean>;
};

/** Manages the websites of assistants. Methods throw `source-not-found` for a missing website. */
export function websiteSources(dependencies: Dependencies) {
  const { clock, records, pages, publishing, reading, onKnowledgeChanged, knowsAssistant } = dependencies;
  const now = () => nowIso(clock);

  async function update(
    id: string,
    edit: (value: StoredWebsiteSource) => StoredWebsiteSource,
  ): Promise<WebsiteSource> {
    const record = await records.change(id, ({ value }) => edit(value));
    reading.interrupt(id);
    return shownWebsite(record);
  }

  function withEdit(value: StoredWebsiteSource, choices: Partial<WebsiteSourceEdit>): StoredWebsiteSource {
    const { nextReadAt: before, ...rest } = { ...value, ...choices, updatedAt: now() };
    const { schedule, readAt } = rest;
    const isRescheduled = schedule !== value.schedule && readAt !== undefined;
    const next = isRescheduled ? nextReadAt(schedule, readAt) : before;
    // Pages that are already read are published within the new choices.
    const isUnpublished = value.isUnpublished || hasPublication(value);
    return { ...rest, isUnpublished, ...(next !== undefined && { nextReadAt: next }) };
  }

  async function remove(id: string): Promise<void> {
    await records.markRemoved(id);
    onKnowledgeChanged();
    reading.interrupt(id);
  }

  return {
    /**
     * Adds a website and starts finding its pages. If an admin chooses among them and the address has a path,
     * the pages below the path are chosen at first. An existing website with the address is changed instead,
     * so that the call is idempotent.
     */
    async create({ assistantId, address, choices, start }: NewWebsite) {
      if (!(await knowsAssistant(assistantId))) throw new AppError('assistant-not-found');
      const url = parseAddress(address, choices.allowHttp === true);
      const at = now();
      const { record, isNew } = await records.createOrChange(
        { assistantId, address: url },
        {
          create: () => ({
            ...NEW_WEBSITE,
            ...(!start && { rules: rulesBelow(url) }),
            ...choices,
            assistantId,
            address: url,
            phase: start ? 'reading' : 'finding',
            pages: { read: 0, waiting: 0, leftOut: 0 },
            offers: { languages: [], subdomains: [], files: 0, overLimit: 0 },
            createdAt: at,
            updatedAt: at,
            startedAt: at,
            isUnpublished: false,
            boilerplate: [],
          }),
          edit({ value }: WebsiteRecord) {
            const next = withEdit(value, choices);
            return start ? startByAdmin(next, now()) : next;
          },
        },
      );
      reading.interrupt(record.id);
      return { source: shownWebsite(record), isNew };
    },

    /** Sorted by address; of one assistant, or of all. */
    list: (assistantId?: string) => listWebsites(records, assistantId),

    /** Also starts due work in the background. */
    async read(id: string) {
      const record = await records.find(id);
      if (!record) throw new AppError('source-not-found');
      if (isWebsiteDue(record.value, clock.now())) reading.wake(id);
      return shownWebsite(record);
    },

    /** Other choices immediately change which of the known pages are left out. */
    async change(id: string, choices: Partial<WebsiteSourceEdit>): Promise<WebsiteSource> {
      const { rules, languages, subdomains, files } = choices;
      const isSame = [rules, languages, subdomains, files].every((choice) => choice === undefined);
      if (isSame) return await update(id, (value) => withEdit(value, choices));
      const known = Array.from((await pages.all(id)).values(), ({ page }) => page);
      const leftOutCount = sumOfGroups(await pages.leftOutGroups(id));
      return await update(id, (value) => {
        const edited = withEdit(value, choices);
        return { ...edited, pages: countPages(known, edited, leftOutCount) };
      });
    },
    start: (id: string) => update(id, (value) => startByAdmin(value, now())),
    stop: (id: string) => update(id, (value) => stopByAdmin(value, now())),

    /**
     * Publishes the changes that wait; without any, nothing changes. Throws `precondition-failed` if these
     * are other changes than `expected`, whose tag is their time.
     */
    async publish(id: string, expected?: Expected) {
      const record = await publishing.publishWaiting(id, expected);
      reading.wake(id);
      return shownWebsite(record);
    },

    /**
     * Deletes a website: the assistant no longer has its documents; its content is deleted in the background.
     */
    remove,

    /** Deletes the websites of a deleted assistant. */
    async removeOf(assistantId: string) {
      const all = (await records.list()).filter(({ value }) => value.assistantId === assistantId);
      for (const { id } of all) await remove(id);
    },
  };
}

/** Whether documents were made from the pages of a website. */
export function hasPublication({ liveKey, waitingKey }: StoredWebsiteSource): boolean {
  return liveKey !== undefined || waitingKey !== undefined;
}

/** Parses a typed address; throws `validation-failed` if it is not the URL of a website. */
function parseAddress(address: string, allowsHttp: boolean): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (url?.protocol === 'http:' && !allowsHttp) {
    throw invalidField('address', 'is not encrypted (http); allow http to read it');
  }
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || !/[.:]|^localhost$/.test(url.host)) {
    throw invalidField('address', 'must be the address of a website, such as https://shop.example');
  }
  url.hash = '';
  return url.href;
}
