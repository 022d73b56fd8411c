import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';
import { readConfig, Settings } from '../../src/config/config.ts';
import { endpointPath } from '../../src/http/endpoint.ts';
import { MAX_DOWNLOAD_MS } from '../../src/http/export-stream.ts';
import { HEARTBEAT_MS } from '../../src/http/sse.ts';
import { RETRY_MS } from '../../src/platform/retry-outage.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const host = JSON.parse(read('host.json')) as {
  functionTimeout: string;
  extensions: {
    http: { routePrefix: string; maxConcurrentRequests: number; maxOutstandingRequests: number };
  };
};
const sample = JSON.parse(read('local.settings.sample.json')) as { Values: Record<string, string> };
const bicep = ['main', 'modules/app-settings'].map((name) => read(`infra/${name}.bicep`)).join('\n');
const configuration = read('docs/configuration.md');

/** Settings that only `npm start` reads: the addresses of its servers, and the format of times. */
const LOCAL_HOST_ONLY = ['HOST', 'PORT', 'DEMO_PORT', 'LOCAL_CLOCK_OFFSET_HOURS'];
/** No model call takes longer, in milliseconds. */
const ANSWER_MS = 100_000;

/** Settings that the platform and the SDKs read, and the product does not. */
const OF_THE_PLATFORM = [
  'FUNCTIONS_WORKER_RUNTIME',
  'AzureWebJobsStorage',
  'FUNCTIONS_REQUEST_BODY_SIZE_LIMIT',
  'APPLICATION_INSIGHTS_NO_STATSBEAT',
  'AzureWebJobsDisableHomepage',
];

describe('host.json', () => {
  test('has a timeout longer than any answer, and heartbeats come before the load balancer’s idle timeout', () => {
    const [hours = 0, minutes = 0, seconds = 0] = host.functionTimeout.split(':').map(Number);
    const timeoutMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    const longestMs = Math.max(ANSWER_MS + RETRY_MS, MAX_DOWNLOAD_MS);
    expect(timeoutMs).toBeGreaterThan(longestMs);
    // A hanging request holds its place no longer than that, plus or minus a minute.
    expect(timeoutMs).toBeLessThanOrEqual(longestMs + 60_000);
    expect(HEARTBEAT_MS).toBeLessThan(230_000 / 2);
  });

  test('allows as many concurrent requests as the platform sends to an instance', () => {
    const { maxConcurrentRequests, maxOutstandingRequests } = host.extensions.http;
    expect(bicep).toContain(`httpConcurrency: ${maxConcurrentRequests}\n`);
    expect(maxOutstandingRequests).toBeGreaterThanOrEqual(maxConcurrentRequests);
  });

  test('sets no route prefix: each route begins with `api/` except the root', () => {
    expect(host.extensions.http.routePrefix).toBe('');
    for (const place of [...routes, ...controlPlaneRoutes]) {
      expect(endpointPath(place)).toMatch(place.name === 'home' ? /^\/$/ : /^\/api\/[a-z]/);
    }
  });

  test('has only settings that the documentation explains', () => {
    const names = (value: object): string[] =>
      Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
        typeof inner === 'object' && inner !== null ? names(inner) : [name],
      );
    for (const name of names(host)) expect(configuration).toContain(`\`${name}\``);
  });
});

describe('local.settings.sample.json', () => {
  test('has every setting that the runtime reads, and no other', () => {
    const expected = [
      ...Object.keys(Settings.shape).filter((name) => !LOCAL_HOST_ONLY.includes(name)),
      ...OF_THE_PLATFORM,
    ];
    expect(Object.keys(sample.Values).toSorted()).toEqual(expected.toSorted());
    for (const name of OF_THE_PLATFORM) expect(configuration).toContain(`\`${name}\``);
  });

  test('has the default of each setting, except ALLOWED_ORIGINS', () => {
    const different = {
      ALLOWED_ORIGINS: 'http://localhost:7080',
    };
    expect(readConfig(sample.Values)).toEqual(readConfig(different));
  });
});

test.each(OF_THE_PLATFORM.slice(2))('has the same value of %s as the cloud', (name) => {
  expect(bicep).toContain(`${name}: '${sample.Values[name]}'`);
});
