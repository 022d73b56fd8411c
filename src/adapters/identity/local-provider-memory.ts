import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** LRU size. One developer's machine has few sign-ins; records beyond this number are old. */
const MAX_RECORDS = 1000;

/**
 * Keeps the provider's sessions, codes and tokens in memory until the process ends. The provider checks a
 * record's `exp` itself whenever it reads one.
 */
export function memoryAdapter(): AdapterFactory {
  const records = new Map<string, AdapterPayload>();

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const matching = (test: (payload: AdapterPayload) => boolean) =>
      records.entries().filter(([key, payload]) => key.startsWith(keyOf('')) && test(payload));
    const first = (test: (payload: AdapterPayload) => boolean) =>
      Promise.resolve(matching(test).next().value?.[1]);

    return {
      upsert(id, payload) {
        // LRU: deleting before setting moves a record to the end, so that the oldest one is evicted first.
        records.delete(keyOf(id));
        records.set(keyOf(id), payload);
        const oldest = records.keys().next();
        if (records.size > MAX_RECORDS && !oldest.done) records.delete(oldest.value);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(records.get(keyOf(id))),
      findByUid: (uid) => first((payload) => payload.uid === uid),
      findByUserCode: (userCode) => first((payload) => payload.userCode === userCode),
      consume(id) {
        const payload = records.get(keyOf(id));
        if (payload) records.set(keyOf(id), { ...payload, consumed: true });
        return Promise.resolve();
      },
      destroy(id) {
        records.delete(keyOf(id));
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        for (const [key] of matching((payload) => payload.grantId === grantId)) records.delete(key);
        return Promise.resolve();
      },
    };
  };
}
