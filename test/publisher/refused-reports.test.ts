import { expect, test } from 'vitest';
import type { Clock } from '../../src/ports.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startReportReceiver } from '../support/servers/report-receiver.ts';
import { startAgentService } from '../support/service/agent-service.ts';

/** Pauses are shorter than they should be, time-outs are not. */
const clock: Clock = { ...realClock, sleep: (ms, signal) => realClock.sleep(ms / 200, signal) };
const receiver = freshFixture(() => startReportReceiver());
const desk = freshFixture(() => startAgentService({ clock, settings: { CONTROL_PLANE_URL: receiver.url } }));

test.each([
  [429, 2],
  [408, 2],
  [503, 2],
  [400, 1],
  [403, 1],
])('a report that gets the status %i is sent %i times', async (status, times) => {
  receiver.answer = [status];
  await desk.service.services.reports.seatIfDue();
  expect(receiver.of('seat')).toHaveLength(times);
});
