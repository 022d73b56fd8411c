import type { DeliveryResult } from '../../../src/conversations/rules/delivery-outcome.ts';
import type { FollowUps } from '../../../src/notifications/rules/deliveries.ts';
import type { Notice, NotificationChannel } from '../../../src/ports.ts';

export interface TestChannel extends NotificationChannel {
  got: Notice[];
  on: boolean;
  plan: FollowUps;
  /** Answers a notice; default: it is taken. */
  answer: (notice: Notice) => DeliveryResult | Promise<DeliveryResult>;
}

/** A channel that keeps what it is sent, and answers as a test says. */
export function testChannel(fixed: Partial<NotificationChannel> = {}): TestChannel {
  const channel: TestChannel = {
    name: 'events',
    kinds: ['session.handoff', 'session.claimed', 'session.closed'],
    onlyWhileWaiting: false,
    got: [],
    on: true,
    plan: {},
    answer: () => ({ ok: true }),
    isOn: () => Promise.resolve(channel.on),
    followUps: () => Promise.resolve(channel.plan),
    async deliver(notice) {
      channel.got.push(notice);
      return await channel.answer(notice);
    },
    ...fixed,
  };
  return channel;
}
