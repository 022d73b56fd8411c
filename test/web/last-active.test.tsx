import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { LastActive } from '../../src/web/ui/time.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const shown = (minutes: number) =>
  renderToString(<LastActive at={minutesAgo(minutes)} />).replaceAll(/<[^>]*>/g, '');

test('an agent whose activity was stored in the last five minutes is active now', () => {
  // A later reply is not stored before these minutes have passed.
  expect([shown(0), shown(5.5)]).toEqual(['now', 'now']);
});

test('an earlier activity has its time', () => {
  expect([shown(6.5), shown(90)]).toEqual(['6 minutes ago', '1 hour ago']);
});
