import { ttlMap } from '../../domain/caching.ts';
import type { Widget } from '../../domain/records/widget.ts';
import type { Clock } from '../../ports.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { WidgetAuth } from './widget-auth.ts';

/** The widgets of scripts, which every page view of a site asks for. */
export interface ScriptWidgets {
  /**
   * The widget with an id, as it is stored now; undefined for an unknown id. An id that was not asked for in
   * the last minute counts as a read of the address, so that made-up ids cost no read of the store each.
   */
  find(widgetId: string, clientIp: string | undefined): Promise<Widget | undefined>;
}

/** How long an instance knows whether there is a widget with an id, in milliseconds. */
const TTL_MS = 60_000;
const MAX_KNOWN = 10_000;
const UUID_LENGTH = 36;

interface Dependencies {
  widgetAuth: Pick<WidgetAuth, 'find'>;
  rateGate: Pick<RateGate, 'client'>;
  clock: Clock;
}

export function scriptWidgets({ widgetAuth, rateGate, clock }: Dependencies): ScriptWidgets {
  /** Ids are made at random, so one that is unknown will not become a widget's. */
  const exists = ttlMap<boolean>({ clock, ttlMs: TTL_MS, max: MAX_KNOWN });
  return {
    async find(widgetId, clientIp) {
      const known = widgetId.length === UUID_LENGTH ? exists.get(widgetId) : false;
      if (known === false) return undefined;
      if (known === undefined) await rateGate.client('reads', clientIp);
      const widget = await widgetAuth.find(widgetId);
      exists.set(widgetId, widget !== undefined);
      return widget;
    },
  };
}
