import type { Ports } from '../../ports.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { AssistantDocuments } from '../assistants/assistant-documents.ts';
import { websiteCrawl } from './website-crawl.ts';
import { websiteLeases } from './website-leases.ts';
import { websitePages } from './website-pages.ts';
import { websitePageViews } from './website-page-views.ts';
import { websitePublishing } from './website-publishing.ts';
import { websiteReading } from './website-reading.ts';
import { websiteRecords } from './website-records.ts';
import { websiteSources } from './website-sources.ts';

interface KnowledgeParts extends Pick<Ports, 'documentSections' | 'websites'> {
  platform: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'stopping' | 'telemetry'>;
  documents: Pick<AssistantDocuments, 'replaceSource'>;
  knowsAssistant: (id: string) => Promise<boolean>;
}

export function knowledgeServices({ platform, ...parts }: KnowledgeParts) {
  const records = websiteRecords(platform);
  const pages = websitePages(platform);
  const wired = { ...platform, ...parts, records, pages };
  const reading = websiteReading({
    ...wired,
    leases: websiteLeases(platform),
    crawl: websiteCrawl(wired),
    publishing: websitePublishing(wired),
  });
  return {
    websiteReading: reading,
    websiteSources: websiteSources({ ...wired, reading }),
    websitePageViews: websitePageViews({ ...wired, reading }),
  };
}
