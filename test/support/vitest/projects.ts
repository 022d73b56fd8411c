/**
 * Test files that need a separate process. The SDK of the managed identity reads its token endpoint once per
 * process, so only tests of the identity use it.
 */
export const OWN_PROCESS = [
  'test/adapters/{credential-azure,credential-hanging,publisher-http}.test.ts',
  'test/journeys/{cloud-composition,cold-without-store,faults,faults-identity,quota-loop}.test.ts',
];

/** Test files whose process is a cloud worker, all with the same managed identity. */
export const CLOUD_PROCESS = [
  'test/docs/charges.test.ts',
  'test/http/{availability-cloud,component-problems,deleted-while-answering,uploads,wrong-price}.test.ts',
  'test/journeys/{admin,handoff-unreliable,model-change,registered-widget-cost,visitor}.test.ts',
  'test/journeys/{realtime-*,registry}.test.ts',
  'test/services/{request-units,turn-aborts}.test.ts',
];

/** Those that open pages, with a conversation without faults. */
export const BROWSER_IN_CLOUD = ['test/journeys/{desk-break,handoff,left-message,notifications}.test.ts'];

/** Test files that open pages in a browser. */
export const BROWSER = [
  'test/journeys/{broken-answer,registered-widget}.test.ts',
  'test/scripts/chromium.test.ts',
  'test/web/{activity-feed,email-link,layout-shift,long-thread,page-headers,renders,setup}.test.ts',
  'test/web/{translated-pages,visitor-sign-in}.test.ts',
  'test/web/dashboard-!(words).test.ts',
  'test/web/desk-!(outbox|queue|realtime|rows|thread|words).test.ts',
  'test/widget/*.browser.test.ts',
];

/** Test files that start other processes, or use the output of `npm run build`. */
export const BUILT = [
  'test/hosts/**/*.test.ts',
  'test/adapters/{documents-*,store-sqlite-erasure,store-sqlite-processes,telemetry-app-insights}.test.ts',
  'test/docs/export-and-teardown.test.ts',
  'test/http/{admin-error-pages,admin-hostile,admin-secrecy,admin-session,collab-app,collab-setup}.test.ts',
  'test/http/{cors,deleted-bytes,document-files,email,fuzz,health,home}.test.ts',
  'test/http/{page-files,widget-frame,widget-releases}.test.ts',
  'test/infra/{azd,before-provision,compiled,compiler-rules,update-parameters}.test.ts',
  'test/journeys/{admin-processes,crash-before-publish,killed-instances,local-host}.test.ts',
  'test/journeys/{nothing-in-the-logs,notices-after-a-crash,what-leaves}.test.ts',
  'test/scripts/{bench-servers,bundles,cloud-sim*,evaluate,local-sign-in}.test.ts',
  'test/scripts/{package*,recover-admin-key,seed,start}.test.ts',
  'test/web/{busy-host,setup-values}.test.ts',
];

/**
 * Needs the Bicep CLI. In CI it always runs, and fails without the compiler. Elsewhere it runs if the
 * compiler is installed.
 */
export const COMPILED = 'test/infra/compiled.test.ts';

/** Black-box tests of visitors, admins and agents that also run with host integration off. */
export const FALLBACK = [
  'test/http/{admin-conversations,admin-gate,admin-search,admin-session}.test.ts',
  'test/http/{agent-claim,agent-gate,agent-messages,agent-sessions}.test.ts',
  'test/http/{attachments,chat,chat-stream,contact,cors,visitor-authorization,visitor-session}.test.ts',
];
