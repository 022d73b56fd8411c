import type { Ports } from '../ports.ts';
import { leases } from '../platform/leases.ts';
import type { ServiceParts } from './services.ts';
import { websiteCrawl } from '../websites/website-crawl.ts';
import { websitePages } from '../websites/website-pages.ts';
import { websitePageViews } from '../websites/website-page-views.ts';
import { websitePublications } from '../websites/website-publications.ts';
import { websitePublishing } from '../websites/website-publishing.ts';
import { websiteReading } from '../websites/website-reading.ts';
import { websiteRecords } from '../websites/website-records.ts';
import { websiteRemoval } from '../websites/website-removal.ts';
import { websiteSources } from '../websites/website-sources.ts';

interface WebsiteParts extends Pick<Ports, 'documentSections' | 'websites'> {
  shared: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'stopping' | 'telemetry'>;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
  knowsAssistant: (id: string) => Promise<boolean>;
}

export function websiteServices({ shared, ...parts }: WebsiteParts) {
  const records = websiteRecords(shared);
  const pages = websitePages(shared);
  const publications = websitePublications(shared);
  const wired = { ...shared, ...parts, records, pages, publications };
  const publishing = websitePublishing(wired);
  const reading = websiteReading({
    ...wired,
    leases: leases(shared),
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
