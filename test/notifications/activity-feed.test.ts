import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainIdOf, feedLink, feedText } from '../../src/notifications/rules/activity-feed.ts';

const LINK = 'x'.repeat(250);

describe('An entry of the activity feed', () => {
  it('links to the desk in Teams, with the browser page as web address if both fit', () => {
    const tab = { host: 'dod.teams.microsoft.us', appId: randomUUID() };
    const link = feedLink(tab, LINK, `https://chat.example.com/api/collab-tab#/l/${LINK}`);
    expect(link).toMatch(`https://dod.teams.microsoft.us/l/entity/${tab.appId}/desk?webUrl=`);
    expect(link.length).toBeLessThanOrEqual(1024);
    const long = feedLink(tab, LINK, `https://${'chat.'.repeat(120)}example/api/collab-tab#/l/${LINK}`);
    expect(long.length).toBeLessThanOrEqual(1024);
    expect([...new URL(long).searchParams.keys()]).toEqual(['context']);
  });

  it('has a numeric id that is safe in JSON and the same for one conversation and deployment', () => {
    const [one, other] = [Buffer.from('one key'), Buffer.from('another key')];
    const sessionId = randomUUID();
    const chainId = chainIdOf(one, sessionId);
    expect(Number.isSafeInteger(chainId)).toBe(true);
    expect(chainIdOf(one, sessionId)).toBe(chainId);
    expect(chainIdOf(other, sessionId)).not.toBe(chainId);
    expect(chainIdOf(one, randomUUID())).not.toBe(chainId);
  });

  it('is in the configured language, on one line, and within the length limit of Teams', () => {
    const facts = {
      waitingSince: '2026-11-20T09:05:00.000Z',
      sourceDomain: `shop.example\u202e\n${'y'.repeat(300)}`,
    };
    const { title, preview } = feedText('reminder', facts, 'de');
    expect(title).toBe('Ein Besucher wartet noch');
    expect(preview).toMatch(/^Wartet seit 09:05 UTC · shop\.example y+…$/);
    expect(preview.length).toBeLessThanOrEqual(150);
    expect(feedText('handoff', {}, 'en').preview).toBe('');
  });
});
