import { refreshedCache } from '../lib/caching.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { StoredServiceSettings, type ServiceSettings } from './records/service-settings.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** How long an instance uses the settings that it has read, in milliseconds. */
const TTL_MS = 15_000;

const DOCUMENT = {
  kind: 'settings',
  id: 'service',
  schema: StoredServiceSettings,
  consistency: 'strong',
} as const;

interface StoredSettings {
  settings: ServiceSettings;
  etag: string;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  background: Background;
  /** The settings of the environment, which override the stored ones. */
  environment: ServiceSettings;
};

export function serviceSettings(dependencies: Dependencies) {
  const { clock, background, environment } = dependencies;
  const cached = refreshedCache<StoredSettings>({ clock, background, freshMs: TTL_MS, maxAgeMs: TTL_MS });

  /** Reads with strong consistency; by default nothing is stored. */
  async function read(): Promise<StoredSettings> {
    const stored = await readDocument(dependencies.ledger, DOCUMENT);
    return { settings: stored?.value ?? {}, etag: entityTag(stored?.version ?? 'absent') };
  }

  return {
    environment,
    read,

    /** The settings that apply, as of the last 15 s. */
    async current(): Promise<ServiceSettings> {
      return { ...(await cached.get('', read)).settings, ...environment };
    },

    /** Throws `precondition-failed` if the stored version differs from `expected`. */
    async save(settings: ServiceSettings, expected: Expected): Promise<StoredSettings> {
      const { version } = await updateDocument('service-settings', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: settings, result: undefined };
      });
      cached.forget('');
      return { settings, etag: entityTag(version) };
    },
  };
}

/** The settings that admins change while the environment leaves them open. */
export type ServiceSettingsService = ReturnType<typeof serviceSettings>;
