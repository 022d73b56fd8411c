import { websiteServices } from '../../../src/compose/websites.ts';
import { websiteKnowledge, type PublicationKind } from '../../../src/websites/website-knowledge.ts';
import { websitePublications } from '../../../src/websites/website-publications.ts';
import type { Ledger, Websites } from '../../../src/ports.ts';
import { AppError } from '../../../src/core/errors.ts';
import { background } from '../../../src/platform/background.ts';
import { REMOVED_AGAIN_MS, websiteRecords } from '../../../src/websites/website-records.ts';
import { manualClock, type ManualClock } from '../clocks/manual-clock.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { realRandom } from '../ports/random.ts';
import { scriptedWebsites, type ScriptedSite } from '../ports/scripted-websites.ts';

/** The services that read websites, in instances that share a store and a clock. */
export function websiteInstances(store: Ledger, websites: Websites, clock: ManualClock) {
  /** How often the live documents of an assistant have changed, and a hook before each new one is counted. */
  const publications = { count: 0, beforeDocument: (_text: string) => Promise.resolve() };
  function instance(ledger: Ledger = store) {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const stopping = new AbortController();
    const services = websiteServices({
      shared: {
        ledger,
        clock,
        random: realRandom,
        telemetry,
        background: work,
        stopping: stopping.signal,
      },
      websites,
      async documentSections(documents) {
        for (const { markdown } of documents) await publications.beforeDocument(markdown);
        return documents.map(({ name: title, markdown }) => [{ title, path: [], markdown }]);
      },
      onKnowledgeChanged: () => {
        publications.count++;
      },
      knowsAssistant: () => Promise.resolve(true),
    });
    return {
      ...services,
      settled: () => work.settled(),
      telemetry,
      end: () => stopping.abort(new Error('end')),
    };
  }
  return { clock, publications, instance };
}

/** A service with one website, shop.example. */
export function websiteShop(store: Ledger, site: ScriptedSite, clock: ManualClock) {
  const web = scriptedWebsites({ 'shop.example': site });
  return { web, ...websiteInstances(store, web.websites, clock) };
}

/** Each service of this test has the same parts over a ledger. */
const partsOf = (ledger: Ledger) => ({
  ledger,
  clock: manualClock(),
  random: realRandom,
  telemetry: recordingTelemetry(),
});

/** The websites that are stored and not deleted. */
export const storedWebsites = (ledger: Ledger) => websiteRecords(partsOf(ledger)).list();

/** The documents of a website that its assistant gets, by path. */
export async function publishedTexts(
  ledger: Ledger,
  sourceId: string,
  kind: PublicationKind = 'live',
): Promise<Record<string, string>> {
  const parts = partsOf(ledger);
  const knowledge = websiteKnowledge({
    records: websiteRecords(parts),
    publications: websitePublications(parts),
  });
  const all = (await knowledge.list()).filter(({ id }) => id === sourceId);
  const texts: Record<string, string> = {};
  for await (const documents of knowledge.documents(all, kind)) {
    for (const { markdown } of documents) {
      const { pathname } = new URL(/^url: (.*)$/m.exec(markdown)?.[1] ?? '');
      // A second document of a page has its text that most pages repeat.
      texts[pathname in texts ? `${pathname} and others` : pathname] = markdown;
    }
  }
  return texts;
}

/** The number of the ledger's entries of a website. */
export async function storedEntries(ledger: Ledger, sourceId: string): Promise<number> {
  const kinds = ['pages', 'texts', 'documents', 'publications'].map((kind) => `website-${kind}-${sourceId}`);
  return (await Promise.all(kinds.map((kind) => ledger.list(kind)))).flat().length;
}

export type WebsiteInstance = ReturnType<ReturnType<typeof websiteShop>['instance']>;

/** True if the store was away; other refusals are answers. */
export async function unlessAway(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'store-unavailable';
  }
}

const MINUTE_MS = 60_000;

/** The timer of an instance, after each of some times; it runs again after it has failed. */
export async function runTimer(
  { websiteReading }: WebsiteInstance,
  clock: ManualClock,
  afterMs: readonly number[] = [MINUTE_MS, MINUTE_MS, MINUTE_MS, REMOVED_AGAIN_MS],
): Promise<void> {
  for (const ms of afterMs) {
    clock.advance(ms);
    await unlessAway(websiteReading.runDue());
  }
}

/** Adds the website and reads it; returns its id. */
export async function readOnce(one: WebsiteInstance): Promise<string> {
  const { source } = await one.websiteSources.create({
    assistantId: 'default',
    address: 'shop.example',
    choices: {},
    start: true,
  });
  await one.settled();
  return source.id;
}
