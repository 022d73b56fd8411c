import * as z from 'zod/mini';
import { withTimeout } from '../../domain/concurrency.ts';
import type { Clock } from '../../ports.ts';
import type { Connection } from './connection.ts';
import { failureOf, WrongProtocol } from './failure.ts';

/** Time-out of the list request, in milliseconds. */
const TIMEOUT_MS = 20_000;

const List = z.object({ data: z.array(z.unknown()) });
/**
 * One model of `GET /models` as Azure OpenAI lists it (REST reference, Models - List); other servers send
 * only the id.
 */
const Entry = z.object({
  id: z.string(),
  deprecation: z.nullish(z.object({ inference: z.nullish(z.number()) })),
});

/** When a model retires, by the account's list of models, whose times are seconds since the epoch. */
export async function retirementIn(
  { sdk, client }: Connection,
  model: string,
  clock: Clock,
): Promise<string | undefined> {
  try {
    const list = await withTimeout(clock, TIMEOUT_MS, (signal) => client.get('/models', { signal }));
    const parsed = z.safeParse(List, list);
    if (!parsed.success) throw new WrongProtocol();
    for (const entry of parsed.data.data) {
      const { data } = z.safeParse(Entry, entry);
      const seconds = data?.deprecation?.inference;
      if (data?.id === model && seconds) return new Date(seconds * 1000).toISOString();
    }
    return undefined;
  } catch (error) {
    throw failureOf(sdk, error, { headers: undefined, nowMs: clock.now() });
  }
}
