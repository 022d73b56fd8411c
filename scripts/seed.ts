import { parseArgs } from 'node:util';
import { sqliteStore } from '../src/adapters/store/sqlite.ts';
import { environment, readConfig } from '../src/config/config.ts';
import type { SeatBook } from '../src/publisher/records/seat-book.ts';
import type { Ledger } from '../src/ports.ts';
import { SEAT_BOOK } from '../src/publisher/stored-seats.ts';
import { fill } from './seed/fill.ts';
import { endOf, type Story } from './seed/story.ts';
import { week } from './seed/week.ts';

// Fills the local store with sample data: a week of a bicycle shop. The same seed makes the same
// conversations, and running it again adds nothing.
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '3000' },
    days: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
  },
});

function wholeNumber(option: 'conversations' | 'days' | 'seed', most: number): number {
  const value = Number(values[option]);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  process.stderr.write(`--${option} must be a whole number from 1 to ${most}.\n`);
  process.exit(1);
}

/** Stores the agents' names, as their first request does. */
async function storeNames(ledger: Ledger): Promise<void> {
  for (const [oid, name] of names) {
    await ledger.write('agents', oid, { name, lastSeenAt: claims.get(oid) }, 'absent');
  }
}

/** Every agent with a claim uses a seat. */
async function takeSeats(ledger: Ledger, claims: ReadonlyMap<string, string>): Promise<void> {
  const value: SeatBook = { seats: Object.fromEntries(claims), recentClaims: {} };
  const { kind, id } = SEAT_BOOK;
  await ledger.write(kind, id, value, (await ledger.read(kind, id))?.version ?? 'absent');
}

const config = readConfig(environment);
if (config.store.kind !== 'sqlite') {
  process.stderr.write('Only a local store is filled: unset COSMOS_ENDPOINT.\n');
  process.exit(1);
}
const conversations = wholeNumber('conversations', 1_000_000);
const claims = new Map<string, string>();
const names = new Map<string, string>();

function* recordNames(stories: Iterable<Story>): Generator<Story, void, void> {
  for (const story of stories) {
    const { claimedBy, claimedByName, claimedAt } = endOf(story) ?? {};
    if (claimedBy !== undefined && claimedAt !== undefined) claims.set(claimedBy, claimedAt);
    if (claimedBy !== undefined && claimedByName !== undefined) names.set(claimedBy, claimedByName);
    yield story;
  }
}

const startedAt = performance.now();
// Durability is not needed, because the seed can be run again.
const store = sqliteStore({ ...config.store, synchronous: 'NORMAL' });
const sampleWeek = week({
  conversations,
  days: wholeNumber('days', 365),
  seed: wholeNumber('seed', 2 ** 31),
  nowMs: Date.now() + config.local.clockOffsetHours * 3_600_000,
});
const filled = await fill(store.conversations, recordNames(sampleWeek), (so) => {
  if (process.stdout.isTTY) process.stdout.write(`  ${so.conversations} of ${conversations} conversations\r`);
});
await takeSeats(store.ledger, claims);
await storeNames(store.ledger);
await store.close();
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `  ${filled.conversations} conversations with ${filled.messages} messages in ${config.store.dataDir}, in ${seconds} s.\n`,
);
