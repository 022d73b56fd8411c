import type { Ports } from '../../ports.ts';
import { leases } from '../platform/leases.ts';
import type { ServiceParts } from '../platform/services.ts';
import { websiteCrawl } from './website-crawl.ts';
import { websitePages } from './website-pages.ts';
import { websitePageViews } from './website-page-views.ts';
import { websitePublications } from './website-publications.ts';
import { websitePublishing } from './website-publishing.ts';
import { websiteReading } from './website-reading.ts';
import { websiteRecords } from './website-records.ts';
import { websiteRemoval } from './website-removal.ts';
import { websiteSources } from './website-sources.ts';

interface KnowledgeParts extends Pick<Ports, 'documentSections' | 'websites'> {
  platform: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'stopping' | 'telemetry'>;
  /** Called after the live documents of an assistant have changed. */
  onPublished: () => void;
  knowsAssistant: (id: string) => Promise<boolean>;
}

export function knowledgeServices({ platform, ...parts }: KnowledgeParts) {
  const records = websiteRecords(platform);
  const pages = websitePages(platform);
  const publications = websitePublications(platform);
  const wired = { ...platform, ...parts, records, pages, publications };
  const publishing = websitePublishing(wired);
  const reading = websiteReading({
    ...wired,
    leases: leases(platform),
    crawl: websiteCrawl(wired),
    publishing,
    removal: websiteRemoval(wired),
  });
  return {
    websiteReading: reading,
    websiteSources: websiteSources({ ...wired, publishing, reading }),
    websitePageViews: websitePageViews({ ...wired, reading }),
  };
}
