import type { BlobFault } from '../test/fakes/blob-server.ts';
import type { Cloud, CloudComponent } from '../test/fakes/cloud.ts';
import type { Line, LineState } from '../test/fakes/line.ts';
import type { TokenIssuer } from '../test/support/servers/agent-tokens.ts';

/**
 * The components that can fail: those of the cloud, the tenant's key server and the publisher's control
 * plane.
 */
export type Component = CloudComponent | 'keys' | 'plane';
export const COMPONENTS: readonly Component[] = [
  'cosmos',
  'model',
  'vault',
  'blobs',
  'identity',
  'pubSub',
  'insights',
  'keys',
  'plane',
];

/**
 * How a component fails: by its connection or its response. `throttled` is 429 with Retry-After, `refusing`
 * is 5xx.
 */
export type Fault = Exclude<LineState, 'well'> | 'throttled' | 'refusing';

export const FAULTS: readonly Fault[] = [
  'slow',
  'brown',
  'throttled',
  'refusing',
  'resetting',
  'silent',
  'gone',
];

/** Components that fail together, each with its fault. */
export type Faults = readonly (readonly [Component, Fault])[];

interface Failing {
  cloud: Cloud;
  issuer: TokenIssuer;
  lines: Readonly<Record<Component, Line>>;
}

/** Makes a component fail, or work again without a fault. */
export async function fail(
  { cloud, issuer, lines }: Failing,
  component: Component,
  fault: Fault | undefined,
): Promise<void> {
  answerWith(cloud, issuer, component, fault);
  const onLine = fault === 'throttled' || fault === 'refusing' ? 'well' : (fault ?? 'well');
  await lines[component].become(onLine);
}

const STATUSES: Partial<Record<Fault, number>> = { throttled: 429, refusing: 503 };
/** A throttled storage account also answers with 503. */
const BLOB_FAULTS: Partial<Record<number, BlobFault>> = {
  429: { status: 503, code: 'ServerBusy' },
  503: { status: 500, code: 'InternalError' },
};

/** Sets a component's responses during a fault; undefined ends the fault. */
function answerWith(cloud: Cloud, issuer: TokenIssuer, component: Component, fault: Fault | undefined): void {
  const status = fault && STATUSES[fault];
  switch (component) {
    case 'cosmos':
      cloud.cosmos.faults.clear();
      if (status !== undefined) {
        cloud.cosmos.faults.plan({}, { status, ...(status === 429 && { retryAfterMs: 5 }) }, Infinity);
      }
      return;
    case 'vault':
      cloud.vault.fault =
        status === undefined ? undefined : { status, code: 'Failing', retryAfterSeconds: 1 };
      return;
    case 'blobs':
      cloud.blobs.fault = status === undefined ? undefined : BLOB_FAULTS[status];
      return;
    case 'pubSub':
      cloud.pubSub.fault = status === undefined ? undefined : { status };
      return;
    case 'identity':
      cloud.identity.failing = status;
      return;
    case 'insights':
      cloud.insights.failing = status;
      return;
    case 'model': {
      cloud.model.script(
        status === undefined ? { echo: true } : { error: { status, headers: { 'retry-after': '1' } } },
      );
      return;
    }
    case 'keys':
      issuer.mood = status === undefined ? 'keys' : 'error';
      return;
    case 'plane':
      return;
  }
}
