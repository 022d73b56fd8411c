import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { ListedSession } from '../../src/conversations/records/public-session.ts';
import { Row } from '../../src/web/desk/list/row.tsx';
import { listedSession } from './support/listed-session.ts';

const AT = '2026-11-20T17:00:00.000Z';

/** The text of a row whose last message is an agent's. */
const rowText = (changes: Partial<ListedSession>) =>
  renderToString(
    <Row
      row={listedSession('s', { lastFrom: 'agent', ...changes })}
      oid="oid-of-mia"
      isOpen={false}
      unread={0}
      isMentioned={false}
      draft={undefined}
      failed={false}
      tags={[]}
    />,
  ).replaceAll(/<[^>]*>/g, '');

test.each<[NonNullable<ListedSession['delivery']>, string]>([
  ['waiting', 'Waiting to be e-mailed'],
  ['sent', 'Sent'],
  ['failed', 'Not delivered.'],
])('a row shows that an e-mail with a reply is %s', (delivery, words) => {
  expect(rowText({ delivery })).toContain(words);
});

test('a row shows nothing about an e-mail that is being sent, also for the answer to a left message', () => {
  const leftMessage = { leftAt: AT, answeredAt: AT, byEmail: true as const };
  expect(rowText({ delivery: 'sending' })).not.toMatch(/Sent|Waiting to be/);
  expect(rowText({ delivery: 'sending', leftMessage })).not.toMatch(/Sent|Waiting to be/);
});
