/** Settings that raise the rate limits. */
export const UNLIMITED = {
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
  RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
  RATE_LIMIT_IP_READS_PER_MINUTE: '1000000',
};
