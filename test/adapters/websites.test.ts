import { websites } from '../../src/adapters/website/websites.ts';
import { developersNetwork } from '../../src/adapters/public-network/network.ts';
import { websitesContract } from '../contracts/websites.contract.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { inProcessPageReader } from '../support/website/page-reader-here.ts';
import { startTestWebsite } from '../support/website/test-website.ts';

websitesContract('Websites over HTTP', async () => {
  const clock = passingClock();
  const site = await startTestWebsite({ clock });
  const reader = websites({
    clock,
    documents: inProcessPageReader,
    connections: { network: developersNetwork },
    aboutUrl: 'https://chat.example/about-reading',
    isLocal: true,
  });
  return { websites: reader, site, close: site.close };
});
