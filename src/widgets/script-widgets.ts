import { ttlMap } from '../lib/caching.ts';
import type { Widget } from './records/widget.ts';
import type { Clock } from '../ports.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { WidgetAuth } from './widget-auth.ts';

/** The time to live of the cached existence of a widget, in milliseconds. */
const TTL_MS = 60_000;
const MAX_KNOWN = 10_000;
const UUID_LENGTH = 36;

interface Dependencies {
  widgetAuth: Pick<WidgetAuth, 'find'>;
  rateGate: Pick<RateGate, 'client'>;
  clock: Clock;
}

export function scriptWidgets({ widgetAuth, rateGate, clock }: Dependencies) {
  /** Unknown ids can be cached, because ids are random and an unknown one never becomes a widget's. */
  const exists = ttlMap<boolean>({ clock, ttlMs: TTL_MS, max: MAX_KNOWN });
  return {
    /**
     * The stored widget; undefined for an unknown id. Ids that are not cached count as reads of the client
     * address, so that requests with invented ids are rate-limited.
     */
    async find(widgetId: string, clientIp: string | undefined): Promise<Widget | undefined> {
      const known = widgetId.length === UUID_LENGTH ? exists.get(widgetId) : false;
      if (known === false) return undefined;
      if (known === undefined) await rateGate.client('reads', clientIp);
      const widget = await widgetAuth.find(widgetId);
      exists.set(widgetId, widget !== undefined);
      return widget;
    },
  };
}

/** The widgets for script requests, which every page view of a site sends. */
export type ScriptWidgets = ReturnType<typeof scriptWidgets>;
