import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { Widget } from '../../src/widgets/records/widget.ts';
import { scriptWidgets } from '../../src/widgets/script-widgets.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const ADDRESS = '203.0.113.9';

function service() {
  const clock = manualClock();
  const id: string = randomUUID();
  const widget: Widget = {
    id,
    name: 'Shop',
    primaryDomain: 'shop.example',
    allowedOrigins: ['https://shop.example'],
    enabled: true,
    createdAt: '2026-11-20T17:24:00.000Z',
    updatedAt: '2026-11-20T17:24:00.000Z',
  };
  const stored = new Map<string, Widget>([[id, widget]]);
  const asked: string[] = [];
  let counted = 0;
  const { find } = scriptWidgets({
    clock,
    widgetAuth: {
      find(widgetId) {
        asked.push(widgetId);
        return Promise.resolve(stored.get(widgetId));
      },
    },
    rateGate: {
      client: () => (++counted > 3 ? Promise.reject(new AppError('rate-limited')) : Promise.resolve()),
    },
  });
  return { clock, id, stored, asked, counted: () => counted, find: (of: string) => find(of, ADDRESS) };
}

test('unknown widget ids count in the read limit of an address, and beyond it the store is not read', async () => {
  const { find, asked } = service();
  for (let call = 0; call < 3; call++) expect(await find(randomUUID())).toBeUndefined();
  for (let call = 0; call < 50; call++) expect(await refusal(find(randomUUID()))).toBe('rate-limited');
  expect(asked).toHaveLength(3);
});

test('an unknown id is looked up once a minute, and an invalid id is not looked up', async () => {
  const { find, asked, clock, counted } = service();
  const unknown = randomUUID();
  for (let call = 0; call < 20; call++) await find(unknown);
  clock.advance(60_000);
  await find(unknown);
  expect(asked).toEqual([unknown, unknown]);
  await find('x'.repeat(8_000));
  expect([asked.length, counted()]).toEqual([2, 2]);
});

test('a widget is read with every call and counted once a minute, so a deletion takes effect immediately', async () => {
  const { find, id, stored, asked, counted } = service();
  for (let call = 0; call < 20; call++) expect((await find(id))?.name).toBe('Shop');
  expect([asked.length, counted()]).toEqual([20, 1]);
  stored.delete(id);
  expect(await find(id)).toBeUndefined();
});
