import type { NotificationChannel } from '../../ports.ts';

/** The channels that are on. A channel whose settings cannot be read counts as on; its delivery decides. */
export async function enabledChannels(
  channels: readonly NotificationChannel[],
): Promise<NotificationChannel[]> {
  const on = await Promise.allSettled(channels.map((channel) => channel.isOn()));
  return channels.filter((_, n) => {
    const one = on[n];
    return one?.status === 'rejected' || one?.value === true;
  });
}
