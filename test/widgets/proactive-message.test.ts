import type * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import {
  ProactiveMessage,
  ProactiveMessages,
  scriptMessages,
} from '../../src/widgets/records/proactive-message.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const message = (more: object = {}) => ({ id: ID, text: 'Need help?', ...more });
const issueOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('a proactive message', () => {
  it('is shown by default immediately, on every page, to all visitors, once per visitor', () => {
    expect(ProactiveMessage.parse(message())).toEqual({
      id: ID,
      text: 'Need help?',
      seconds: 0,
      visitors: 'all',
      oncePer: 'visitor',
      enabled: true,
    });
  });

  it.each([
    [message({ text: ' ' }), 'must not be empty'],
    [message({ text: 'x'.repeat(161) }), 'must be at most 160 characters'],
    [message({ page: 'https://shop.example/pricing' }), 'must be a path such as /pricing'],
    [message({ page: 'pricing' }), 'must be a path such as /pricing'],
    [message({ page: '/pricing?plan=1' }), 'without a domain, a query or a fragment'],
    [message({ page: '/pricing#top' }), 'without a domain, a query or a fragment'],
    [message({ page: '/a\nb' }), 'must be a path such as /pricing'],
    [message({ page: `/${'*'.repeat(200)}` }), 'must be at most 200 characters'],
    [message({ seconds: 3601 }), 'must be a whole number from 0 to 3600'],
    [message({ seconds: -1 }), 'must be a whole number from 0 to 3600'],
    [message({ seconds: 1.5 }), 'must be a whole number from 0 to 3600'],
    [message({ visitors: 'everyone' }), 'Invalid'],
  ])('%j is refused', (value, sentence) => {
    expect(issueOf(ProactiveMessage, value)).toContain(sentence);
  });

  it('keeps markup as text', () => {
    const text = '<b onclick="x">Hi</b>\u2028</script>';
    expect(ProactiveMessage.parse(message({ text })).text).toBe(text);
  });

  it('is one of at most ten, and its id is unique', () => {
    const ids = Array.from({ length: 11 }, (_, n) => `${n}1111111-1111-4111-8111-111111111111`.slice(-36));
    const many = ids.map((id) => message({ id }));
    expect(ProactiveMessages.safeParse(many.slice(0, 10)).success).toBe(true);
    expect(issueOf(ProactiveMessages, many)).toBe('must be at most 10 messages');
    expect(issueOf(ProactiveMessages, [message(), message({ id: ID.toUpperCase() })])).toBe(
      'must have different ids',
    );
  });
});

describe('the messages in the script of a widget', () => {
  const parsed = (...all: object[]) => scriptMessages(ProactiveMessages.parse(all));

  it('are those that are enabled', () => {
    expect(parsed(message({ enabled: false }))).toEqual([]);
    expect(scriptMessages()).toEqual([]);
    expect(parsed(message({ page: '/pricing' }))).toEqual([
      { ...message({ page: '/pricing' }), seconds: 0, visitors: 'all', oncePer: 'visitor' },
    ]);
  });

  it.each([
    ['/café/*', '/caf%C3%A9/*'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/a/../b', '/b'],
    ['//evil.example/x', '//evil.example/x'],
    ['/*', '/*'],
  ])('have the path %s in the form in which browsers write it: %s', (page, encoded) => {
    expect(parsed(message({ page }))[0]?.page).toBe(encoded);
  });
});
