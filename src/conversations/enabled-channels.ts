import type { NotificationChannel } from '../ports.ts';

/**
 * The channels that are on, and the errors of those whose settings cannot be read. Such a channel counts as
 * on; its settings are read again at the delivery.
 */
export async function channelStates(
  channels: readonly NotificationChannel[],
): Promise<{ on: NotificationChannel[]; failures: unknown[] }> {
  const states = await Promise.allSettled(channels.map((channel) => channel.isOn()));
  return {
    on: channels.filter((_, n) => states[n]?.status === 'rejected' || states[n]?.value === true),
    failures: states.flatMap((state): unknown[] => (state.status === 'rejected' ? [state.reason] : [])),
  };
}

/** The channels that are on, without the errors. */
export async function enabledChannels(
  channels: readonly NotificationChannel[],
): Promise<NotificationChannel[]> {
  return (await channelStates(channels)).on;
}
