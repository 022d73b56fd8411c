import { knowledgeServices } from '../../../src/services/knowledge/knowledge-services.ts';
import type { Ledger, Websites } from '../../../src/ports.ts';
import { background } from '../../../src/services/platform/background.ts';
import type { ManualClock } from '../../support/clocks/manual-clock.ts';
import { recordingTelemetry } from '../../support/ports/heard-telemetry.ts';
import { realRandom } from '../../support/ports/real-random.ts';
import { scriptedWebsites, type ScriptedSite } from '../../support/ports/scripted-websites.ts';

/** The services that read websites, in instances that share a store and a clock. */
export function websiteInstances(store: Ledger, websites: Websites, clock: ManualClock) {
  /** How often the live documents of an assistant have changed, and a hook before each new one is counted. */
  const publications = { count: 0, beforeDocument: (_text: string) => Promise.resolve() };
  function instance(ledger: Ledger = store) {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const stopping = new AbortController();
    const services = knowledgeServices({
      platform: {
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
      onPublished: () => {
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
