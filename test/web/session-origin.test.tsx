import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { ListedSession } from '../../src/conversations/records/public-session.ts';
import { SessionTable } from '../../src/web/dashboard/cost/session-table.tsx';
import { listedSession } from './support/listed-session.ts';

/** The text of the Origin column. */
function shownOrigin(changes: Partial<ListedSession>): string | undefined {
  const html = renderToString(
    <SessionTable
      label="Top sessions"
      sessions={[listedSession('s', changes)]}
      sortBy="cost"
      onSort={() => undefined}
    />,
  );
  return /<td class="from">(.*?)<\/td>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
}

test('Top sessions show the recorded origin, also if it is not the primary domain of the widget', () => {
  const origin = 'https://www.shop.example';
  expect(shownOrigin({ origin, sourceDomain: 'www.shop.example' })).toBe('www.shop.example');
  expect(shownOrigin({ origin, sourceDomain: 'shop.example' })).toBe('www.shop.example');
});

test('Top sessions show the primary domain of the registered widget if no origin was recorded', () => {
  expect(shownOrigin({ sourceDomain: 'shop.example' })).toBe('shop.example');
});

test('Top sessions show a placeholder if neither is known', () => {
  expect(shownOrigin({})).toBe('—not recorded');
});
