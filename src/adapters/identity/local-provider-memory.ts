import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Sign-ins of one developer's machine are few; what is beyond this many records is old. */
const MAX_RECORDS = 1000;

/**
 * Keeps the provider's sessions, codes and tokens in memory for as long as it runs. Expiry is the provider's own
 * business: it looks at a record's `exp` whenever it reads one.
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
        // Deleting first makes the newest record the last one, so that the oldest is the first to go.
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
