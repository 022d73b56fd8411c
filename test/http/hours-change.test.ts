import { expect, test } from 'vitest';
import { AvailabilityReply } from '../../src/chat/wire/visitor.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';

const HOUR_MS = 3_600_000;
const MONDAYS = [{ day: 'monday', from: '09:00', to: '17:00' }];

test.each([
  ['Europe/Berlin', 'spring', '2027-03-26T12:00:00.000Z', '2027-03-29T07:00:00.000Z'],
  ['Europe/Berlin', 'autumn', '2027-10-29T12:00:00.000Z', '2027-11-01T08:00:00.000Z'],
  ['Australia/Sydney', 'autumn', '2027-04-02T12:00:00.000Z', '2027-04-04T23:00:00.000Z'],
])('the opening time after a clock change is correct: %s, %s', async (timeZone, _when, from, opensAt) => {
  const clock = manualClock(Date.parse(from));
  const service = await startService({ clock });
  await registryAdmin(service).send('PUT', 'business-hours', { hours: { timeZone, weekly: MONDAYS } });
  const now = async () => AvailabilityReply.parse(await (await service.get('/api/availability')).json());
  expect(await now()).toMatchObject({ status: 'closed', opensAt });
  clock.advance(Date.parse(opensAt) - clock.now() - 1);
  expect(await now()).toMatchObject({ status: 'closed', opensAt });
  clock.advance(1);
  expect((await now()).status).not.toBe('closed');
  clock.advance(8 * HOUR_MS);
  expect((await now()).status).toBe('closed');
  await service.close();
});
