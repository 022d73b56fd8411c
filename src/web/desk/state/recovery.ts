/**
 * The service drops a broken connection after this time, in milliseconds (Web PubSub, Create reliable
 * clients).
 */
const RECOVERY_MS = 60_000;

/**
 * The recovery state of a client of `json.reliable.webpubsub.azure.v1`, at first empty. `now`: milliseconds.
 */
export function recovery(now: () => number) {
  let connection: { address: string; id: string; token: string } | undefined;
  let brokenAtMs: number | undefined;
  let latest = 0;
  let latestAcknowledged = 0;

  function forget(): void {
    connection = undefined;
    brokenAtMs = undefined;
    latest = latestAcknowledged = 0;
  }

  return {
    forget,
    /** Call this for the service's greeting: a new connection, or the same with a new token. */
    greeted(address: string, id: string, token: string) {
      if (connection?.id !== id) forget();
      connection = { address: connection?.address ?? address, id, token };
    },
    /** The recovery URL; undefined without a connection, or after the recovery time. */
    address() {
      if (brokenAtMs !== undefined && now() - brokenAtMs > RECOVERY_MS) forget();
      if (!connection) return undefined;
      const { address, id, token } = connection;
      const url = new URL(address);
      url.searchParams.set('awps_connection_id', id);
      url.searchParams.set('awps_reconnection_token', token);
      return url.href;
    },
    /** Call this when the socket breaks. The recovery time starts at the first break after a frame. */
    broken() {
      brokenAtMs ??= now();
      // The acknowledgement may have been lost with the socket.
      latestAcknowledged = 0;
    },
    /** Call this for each frame. */
    heard: () => void (brokenAtMs = undefined),
    /** Records a message's number. Returns false for a duplicate. */
    take(sequenceId: number) {
      if (sequenceId <= latest) return false;
      latest = sequenceId;
      return true;
    },
    /** The number to acknowledge; undefined if it is acknowledged already. */
    unacknowledged: () => (latest > latestAcknowledged ? latest : undefined),
    acknowledged: (sequenceId: number) => void (latestAcknowledged = sequenceId),
  };
}
