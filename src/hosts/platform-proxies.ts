/** The platform's front end is the only proxy whose entry in X-Forwarded-For is trusted. */
export const PLATFORM_PROXIES = 1;
