import * as z from 'zod/mini';
import { CONTROL_PLANE_URL, COSMOS_ENDPOINT, DATA_DIR } from './shared.ts';
import { hostNames, httpUrl, integer, listenAddress } from './values.ts';
import { isHost } from '../lib/hosts.ts';

const ADDRESSES = {
  PUBLIC_HOSTS: z._default(hostNames, []),
  PORT: z._default(integer(0, 65_535), 7071),
};

/** The addresses of this service, and the way to other websites. */
export const addresses = z.pipe(
  z.object({
    cloud: z.boolean(),
    /** The platform's host name of the app, for example `chat-abc.azurewebsites.net`. */
    WEBSITE_HOSTNAME: z.optional(z.string().check(z.refine(isHost, 'a host name; the platform sets it'))),
    ...ADDRESSES,
    ACTION_PRIVATE_HOSTS: z._default(hostNames, []),
    HTTPS_PROXY: z.optional(httpUrl),
    NO_PROXY: z._default(z.string(), ''),
  }),
  z.transform(
    ({ cloud, WEBSITE_HOSTNAME: platformHost, PUBLIC_HOSTS: publicHosts, PORT: port, ...settings }) => {
      const host = publicHosts[0] ?? platformHost;
      const platformHosts = platformHost === undefined ? [] : [platformHost.toLowerCase()];
      return {
        /** The host names of this service, each with its port if it has one. */
        hosts: [...(cloud ? platformHosts : [`localhost:${port}`, `127.0.0.1:${port}`]), ...publicHosts],
        /** The APIs that actions call. `privateHosts`, with their ports, may be at private addresses. */
        actions: { privateHosts: settings.ACTION_PRIVATE_HOSTS },
        /** How websites are read. */
        websites: {
          /**
           * Websites on this machine, also over plain http: on the local host only. In the cloud they would
           * be the platform's own.
           */
          isLocal: !cloud,
          /** The proxy through which the Internet is reached, and the hosts that are reached without it. */
          ...(settings.HTTPS_PROXY !== undefined && {
            proxy: { address: settings.HTTPS_PROXY, noProxy: settings.NO_PROXY },
          }),
          /** The address at which owners of websites reach this service. */
          aboutOrigin: host === undefined ? `http://localhost:${port}` : `https://${host}`,
        },
      };
    },
  ),
);

/** The local host. */
export const local = z.pipe(
  z.object({
    ...ADDRESSES,
    COSMOS_ENDPOINT,
    CONTROL_PLANE_URL,
    DATA_DIR,
    HOST: z._default(listenAddress, '127.0.0.1'),
    DEMO_PORT: z.optional(integer(0, 65_535)),
    LOCAL_CLOCK_OFFSET_HOURS: z._default(integer(0, 1_000_000), 0),
  }),
  z.transform(({ PORT: port, ...settings }) => ({
    local: {
      /** The address to listen on. */
      host: settings.HOST,
      port,
      demoPort: settings.DEMO_PORT ?? portAfter(port, 9),
      /** Undefined if the local host runs no control plane. */
      controlPlanePort:
        (settings.COSMOS_ENDPOINT ?? settings.CONTROL_PLANE_URL) ? undefined : portAfter(port, 19),
      dataDir: settings.DATA_DIR,
      /** Host names of the service in addition to the loopback ones. */
      publicHosts: settings.PUBLIC_HOSTS,
      clockOffsetHours: settings.LOCAL_CLOCK_OFFSET_HOURS,
    },
  })),
);

/** A port next to another one, so that two checkouts differ only by `PORT`; 0, any free port, stays 0. */
function portAfter(port: number, distance: number): number {
  return port === 0 || port + distance > 65_535 ? 0 : port + distance;
}
