import { refreshedCache } from '../lib/caching.ts';
import { tagOptions, type TagOptions } from './rules/default-widget.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import { StoredDefaultWidget, type DefaultWidget } from './records/default-widget.ts';
import type { Ports } from '../ports.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Background } from '../platform/background.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** How old the options of a script can be on an instance, in milliseconds, while they are refreshed. */
const FRESH_MS = 15_000;
const MAX_AGE_MS = 300_000;

const DOCUMENT = {
  kind: 'settings',
  id: 'default-widget',
  schema: StoredDefaultWidget,
  consistency: 'strong',
} as const;

interface StoredWidget {
  widget: DefaultWidget;
  etag: string;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  background: Background;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
};

export function defaultWidgets(dependencies: Dependencies) {
  const { clock, background, profiles } = dependencies;
  const cached = refreshedCache<TagOptions>({ clock, background, freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS });

  /** Reads with strong consistency; by default nothing is set. */
  async function read(): Promise<StoredWidget> {
    const stored = await readDocument(dependencies.ledger, DOCUMENT);
    return { widget: stored?.value ?? {}, etag: entityTag(stored?.version ?? 'absent') };
  }

  /** Without a greeting of the widget, the default assistant's is used. */
  async function load(): Promise<TagOptions> {
    const [{ widget }, { greeting }] = await Promise.all([read(), profiles.profileFor()]);
    return { ...(greeting !== '' && { greeting }), ...tagOptions(widget) };
  }

  return {
    read,

    /** The options for scripts. During an outage of the store, those that are known; otherwise none. */
    async options(): Promise<TagOptions> {
      try {
        return await cached.get('', load);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'store-unavailable') throw error;
        return cached.latest('', load) ?? {};
      }
    },

    /** Throws `precondition-failed` if the stored version differs from `expected`. */
    async save(widget: DefaultWidget, expected: Expected): Promise<StoredWidget> {
      const { version } = await updateDocument('default-widget', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: widget, result: undefined };
      });
      cached.forget('');
      return { widget, etag: entityTag(version) };
    },
  };
}

/** The default widget, whose options the plain script contains. */
export type DefaultWidgets = ReturnType<typeof defaultWidgets>;
