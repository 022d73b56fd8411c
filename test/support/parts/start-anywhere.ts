import { visitorSessionStart } from '../../../src/conversations/visitor-session.ts';

/** Starts sessions of visitors on any site, as with ALLOWED_ORIGINS=*. */
export const startAnywhere = visitorSessionStart({ any: true, origins: new Set() }, () =>
  Promise.resolve(false),
);
