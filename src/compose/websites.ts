import type { Clock, DocumentReader, Ports, Websites } from '../ports.ts';
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
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';

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

/**
 * The websites of the Internet, opened on first use; on the local host those of this machine, too, such as
 * the demo's.
 */
export function openWebsites(
  { isLocal, proxy, aboutOrigin }: Config['websites'],
  clock: Clock,
  documents: DocumentReader,
): Websites {
  const open = lazy(async (): Promise<Websites> => {
    const { websites } = await import('../adapters/website/websites.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    const { outboundProxy } = await import('../adapters/public-network/proxy.ts');
    const connections = {
      network: isLocal ? developersNetwork : publicNetwork,
      proxy: proxy && outboundProxy(proxy.address, proxy.noProxy),
    };
    return websites({
      clock,
      documents,
      connections,
      isLocal,
      aboutUrl: `${aboutOrigin}/api/website-reader`,
    });
  });
  return { open: async (...of) => (await open()).open(...of) };
}
