import type { KnownPage, OpenWebsite, PageReading } from '../../../src/ports.ts';

const { signal } = new AbortController();

/** Reads one page of a website, without its other pages; undefined if it is not on the website. */
export async function readOne(
  website: OpenWebsite,
  url: string,
  known?: KnownPage,
): Promise<PageReading | undefined> {
  let reading: PageReading | undefined;
  const options = {
    limit: 10,
    isExcluded: (one: string) => one !== url,
    also: [url],
    ...(known && { known: new Map([[url, known]]) }),
    signal,
  };
  for await (const page of website.find(options)) if (page.url === url) reading = page.reading ?? reading;
  const groups = await website.leftOutAddresses().groups();
  const group = groups.find(({ examples }) => examples.includes(url));
  return reading ?? (group && { kind: 'left-out', reason: group.reason });
}
