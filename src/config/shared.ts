import * as z from 'zod/mini';
import { checkEmulated, requireInCloud } from './settings.ts';
import { guid, integer, urlOrLoopback, withoutFinalSlash, word } from './values.ts';

/** The cloud, the managed identity and telemetry. */
export const shared = z.pipe(
  z.object({
    cloud: z.boolean(),
    AZURE_ENVIRONMENT: z.optional(word),
    AZURE_CLIENT_ID: z.optional(guid),
    APPLICATIONINSIGHTS_CONNECTION_STRING: z.optional(
      z.string().check(z.regex(/InstrumentationKey=/i, 'a connection string')),
    ),
    LOG_LEVEL: z._default(z.enum(['quiet', 'verbose'], '`quiet` or `verbose`'), 'quiet'),
  }),
  z.transform(({ cloud, AZURE_CLIENT_ID, APPLICATIONINSIGHTS_CONNECTION_STRING, LOG_LEVEL }) => ({
    cloud,
    /** The client id of a user-assigned managed identity; undefined for the system-assigned one. */
    clientId: AZURE_CLIENT_ID,
    telemetry: telemetryOf(APPLICATIONINSIGHTS_CONNECTION_STRING, LOG_LEVEL),
  })),
);

type Telemetry =
  { kind: 'app-insights'; connectionString: string } | { kind: 'console'; level: 'quiet' | 'verbose' };

function telemetryOf(connectionString: string | undefined, level: 'quiet' | 'verbose'): Telemetry {
  return connectionString === undefined
    ? { kind: 'console', level }
    : { kind: 'app-insights', connectionString };
}

// Settings that several groups read.
export const COSMOS_ENDPOINT = z.optional(urlOrLoopback);
export const CONTROL_PLANE_URL = z.optional(z.pipe(urlOrLoopback, withoutFinalSlash));
export const DATA_DIR = z._default(z.string(), '.data');
/** The identity provider. */
export const IDP_AUTHORITY = z._default(
  z.pipe(urlOrLoopback, withoutFinalSlash),
  'https://login.microsoftonline.com',
);
/** Requests per minute. */
export const RATE_LIMITS = {
  RATE_LIMIT_IP_PER_MINUTE: z._default(integer(1, 1_000_000), 60),
  RATE_LIMIT_IP_READS_PER_MINUTE: z._default(integer(1, 1_000_000), 300),
};

type Store =
  { kind: 'cosmos'; endpoint: string; database: string; key?: string } | { kind: 'sqlite'; dataDir: string };

/** The store, with the default name of its database in the cloud. */
export const storeGroup = (defaultDatabase: string) =>
  z.pipe(
    z.object({
      cloud: z.boolean(),
      COSMOS_ENDPOINT,
      COSMOS_DATABASE: z._default(word, defaultDatabase),
      COSMOS_KEY: z.optional(z.string()),
      DATA_DIR,
    }),
    z.transform(
      ({
        cloud,
        COSMOS_ENDPOINT: endpoint,
        COSMOS_DATABASE: database,
        COSMOS_KEY: key,
        DATA_DIR: dataDir,
      }): { store: Store } => {
        requireInCloud('COSMOS_ENDPOINT', { cloud, value: endpoint });
        checkEmulated(cloud, ['COSMOS_ENDPOINT', endpoint], ['COSMOS_KEY', key]);
        if (endpoint === undefined) return { store: { kind: 'sqlite', dataDir } };
        return { store: { kind: 'cosmos', endpoint, database, ...(key !== undefined && { key }) } };
      },
    ),
  );
