import type { Publisher } from '../../ports.ts';

/** No control plane is configured: nothing is fetched and nothing is sent. */
export function publisherOff(): Publisher {
  return {
    configured: false,
    plan: () => Promise.resolve(undefined),
    send: () => Promise.resolve({ ok: false, code: 'not-configured' }),
  };
}
