/** After this time the service has given a broken connection up (Web PubSub, Create reliable clients). */
const RECOVERY_MS = 60_000;

/** What a client of `json.reliable.webpubsub.azure.v1` remembers of its connection, so that it can go on with it. */
export interface Recovery {
  /** The service has greeted: a new connection, or the same with another token. */
  greeted(address: string, connectionId: string, reconnectionToken: string): void;
  /** Where the connection is recovered; undefined where there is none, or it is too late. */
  address(): string | undefined;
  /** The line broke; the time of recovery begins with the first break since it was last heard. */
  broken(): void;
  /** Something was heard on the line. */
  heard(): void;
  /** Takes in a message's number; false for one that was taken in before. */
  take(sequenceId: number): boolean;
  /** The number that is to be acknowledged; undefined where the service knows it. */
  unacknowledged(): number | undefined;
  acknowledged(sequenceId: number): void;
  forget(): void;
}

/** Remembers nothing at first. `now` is in milliseconds. */
export function recovery(now: () => number): Recovery {
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
    greeted(address, id, token) {
      if (connection?.id !== id) forget();
      connection = { address: connection?.address ?? address, id, token };
    },
    address() {
      if (brokenAtMs !== undefined && now() - brokenAtMs > RECOVERY_MS) forget();
      if (!connection) return undefined;
      const { address, id, token } = connection;
      const url = new URL(address);
      url.searchParams.set('awps_connection_id', id);
      url.searchParams.set('awps_reconnection_token', token);
      return url.href;
    },
    broken() {
      brokenAtMs ??= now();
      // The acknowledgement may have been lost with the line.
      latestAcknowledged = 0;
    },
    heard: () => void (brokenAtMs = undefined),
    take(sequenceId) {
      if (sequenceId <= latest) return false;
      latest = sequenceId;
      return true;
    },
    unacknowledged: () => (latest > latestAcknowledged ? latest : undefined),
    acknowledged: (sequenceId) => void (latestAcknowledged = sequenceId),
  };
}
