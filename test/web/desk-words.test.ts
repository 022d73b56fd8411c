import { describe, expect, test } from 'vitest';
import { agentStorage } from '../../src/web/desk/state/agent-storage.ts';
import { matching, searchIn } from '../../src/web/desk/composer/use-canned-search.ts';
import { cachedToken, claimsIn } from '../../src/web/ui/agent-sign-in/access.ts';
import { memoryStorage } from './support/memory-storage.ts';

describe('canned replies', () => {
  const reply = (title: string, content: string) => ({
    id: title,
    title,
    content,
    updatedAt: '2026-11-20T17:24:00.000Z',
    updatedBy: 'Mia',
    version: '1',
  });
  const replies = [
    reply('Return label', 'I have sent you a label by mail.'),
    reply('Öffnungszeiten', 'Wir sind von 9 bis 18 Uhr da.'),
    reply('Greeting', 'Hello, how can I help? I can send a return label.'),
  ];
  const found = (search: string) => matching(replies, search).map(({ title }) => title);

  test.each([
    ['/', ''],
    ['/return', 'return'],
    ['hello /return', undefined],
    ['/two\nlines', undefined],
    ['', undefined],
  ])('%j searches for %j', (draft, search) => {
    expect(searchIn(draft)).toBe(search);
  });

  test('are found by all typed words, those with the words in the title first', () => {
    expect(found('label return')).toEqual(['Return label', 'Greeting']);
    expect(found('')).toHaveLength(3);
    expect(found('nothing')).toEqual([]);
  });

  test('are found without case and accents', () => {
    expect(found('offnungs')).toEqual(['Öffnungszeiten']);
  });
});

describe('the data that the desk keeps in a browser', () => {
  test('are drafts, unsent messages and read positions, separate for each agent', () => {
    const area = memoryStorage();
    const mine = agentStorage('mia', () => area);
    mine.keepDraft('reply', 's', 'One moment');
    mine.keepRead('s', 7);
    mine.keepDraft('note', 's', 'For us');
    const note = { id: 'n', content: 'For us', isNote: true } as const;
    const failure = { code: 'unreachable', sentence: 'No.' };
    const photo = { id: 'p', name: 'photo.png', type: 'png', bytes: 9, width: 3, height: 2 } as const;
    const attachments = [photo, { id: 't', name: 'order.txt', type: 'text', bytes: 4 } as const];
    mine.keepOutgoing('s', [{ id: 'a', content: 'Hi', attachments, failure }, note]);
    const again = agentStorage('mia', () => area);
    expect([...again.drafts('reply')]).toEqual([['s', 'One moment']]);
    expect([...again.readUpTo()]).toEqual([['s', 7]]);
    expect([...again.drafts('note')]).toEqual([['s', 'For us']]);
    expect([...again.outgoing()]).toEqual([['s', [{ id: 'a', content: 'Hi', attachments }, note]]]);
    expect(agentStorage('lee', () => area).drafts('reply').size).toBe(0);
    again.keepDraft('reply', 's', '');
    expect(mine.drafts('reply').size).toBe(0);
  });

  test('are limited to the newest three hundred', () => {
    const area = memoryStorage();
    const mine = agentStorage('mia', () => area);
    for (let index = 0; index < 310; index++) mine.keepRead(`s${index}`, index);
    expect(mine.readUpTo().size).toBe(300);
    expect(mine.readUpTo().has('s0')).toBe(false);
    expect(mine.readUpTo().get('s309')).toBe(309);
  });

  test.each([['not json'], ['"text"'], ['{"s": {"deep": true}}'], ['null']])(
    'are empty if the storage contains %s',
    (text) => {
      const area = memoryStorage();
      for (const name of ['drafts', 'outgoing', 'read', 'preferences']) {
        area.setItem(`agent-desk:mia:${name}`, text);
      }
      const mine = agentStorage('mia', () => area);
      expect([mine.drafts('reply').size, mine.outgoing().size, mine.readUpTo().size]).toEqual([0, 0, 0]);
      expect(mine.preferences()).toEqual({
        ...{ notify: false, sound: false, offered: false },
        ...{ translationOffered: false, keys: true },
      });
    },
  );

  test('are kept in memory if the browser blocks its storage', () => {
    const mine = agentStorage('mia', () => {
      throw new Error('blocked');
    });
    mine.keepDraft('reply', 's', 'One moment');
    expect(mine.drafts('reply').get('s')).toBe('One moment');
  });
});

describe('the token of an agent', () => {
  const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

  test('contains the agent, the name and the expiry', () => {
    expect(claimsIn(token({ oid: 'zoe', name: 'Zoë Ångström', exp: 1_763_659_440 }))).toEqual({
      oid: 'zoe',
      name: 'Zoë Ångström',
      expiresAtMs: 1_763_659_440_000,
    });
  });

  test('without a name is read with the sign-in name, as in the service', () => {
    const claims = { upn: 'zoe@shop.example', preferred_username: 'z@shop.example' };
    expect(claimsIn(token(claims)).name).toBe('zoe@shop.example');
    expect(claimsIn(token({ preferred_username: 'z@shop.example' })).name).toBe('z@shop.example');
  });

  test('is requested once until it is refused, forgotten, or within five minutes of its expiry', async () => {
    let asked = 0;
    let lastsMs = 3_600_000;
    const issue = (fresh: boolean) =>
      Promise.resolve(token({ oid: `${++asked} ${fresh}`, exp: (Date.now() + lastsMs) / 1000 }));
    const cached = cachedToken(issue);
    const both = await Promise.all([cached.token(), cached.token()]);
    expect([...both, await cached.token()].map((one) => claimsIn(one).oid)).toEqual(Array(3).fill('1 false'));
    expect(claimsIn(await cached.token({ fresh: true })).oid).toBe('2 true');
    expect(claimsIn(await cached.token()).oid).toBe('2 true');
    cached.forget();
    lastsMs = 299_000;
    expect(claimsIn(await cached.token()).oid).toBe('3 false');
    expect(claimsIn(await cached.token()).oid).toBe('4 false');
  });

  test('that could not be obtained is requested again', async () => {
    let asked = 0;
    const cached = cachedToken(() =>
      ++asked === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(token({ oid: 'zoe' })),
    );
    await expect(cached.token()).rejects.toThrow('offline');
    expect(claimsIn(await cached.token()).oid).toBe('zoe');
  });

  test.each(['', 'opaque', 'a.b.c', token([]), 'x.bnVsbA.y'])(
    'without readable claims contains nothing: %j',
    (text) => {
      expect(claimsIn(text)).toEqual({});
    },
  );
});
