/** A defence: code, a change that breaks it, and the tests that must fail then. */
export interface Defence {
  /** The consequence without it, in the words of docs/security.md if it is there. */
  what: string;
  file: string;
  /** Code that is in the file exactly once. */
  find: string;
  replace: string;
  /** Tests of which at least one must fail. They need no browser and no other process. */
  tests: readonly string[];
}

const one = (what: string, file: string, [find, replace]: [string, string], ...tests: string[]): Defence => ({
  what,
  file,
  find,
  replace,
  tests: tests.map((name) => `test/${name}.test.ts`),
});

/** Defences in docs/security.md, each named by the beginning of its attack. */
export const AGAINST_THREATS: readonly Defence[] = [
  one(
    'Escape the limits with a forged address',
    'src/http/client-ip.ts',
    ['entries.at(-trustedHops) ?? entries[0]', 'entries[0]'],
    'http/client-ip',
  ),
  one(
    "Make an admin's browser rotate the key",
    'src/http/cross-origin.ts',
    ['origin !== undefined && origin !== request.serviceOrigin', 'origin === request.serviceOrigin'],
    'http/admin-sweep',
  ),
  one(
    "Forge headers through the platform's trigger metadata",
    'src/hosts/azure/forged-headers.ts',
    ['  refuseForgedHeaders(request.query.keys());\n', ''],
    'http/hidden-address',
  ),
  one(
    'Guess the admin key',
    'src/access/admin-gate.ts',
    ['      await rateGate.wrongKey(clientIp);\n', ''],
    'http/admin-guessing',
  ),
  one(
    "Write in a colleague's conversation",
    'src/core/session-state-machine.ts',
    ["'agent' in trigger && trigger.agent.oid === session.claimedBy", 'true'],
    'core/session-state-machine',
  ),
  one(
    "Use a token for another host's application URI",
    'src/adapters/identity/entra.ts',
    ['z.refine((audience) => audiences.has(audience))', 'z.refine(() => true)'],
    'adapters/identity-entra',
  ),
  one(
    'Use a forged, foreign or expired token at the agent surface',
    'src/adapters/identity/entra.ts',
    ['tid: z.literal(tenant)', 'tid: z.string()'],
    'adapters/identity-entra',
  ),
  one(
    "Pose as the publisher's server through a redirect",
    'src/adapters/publisher/http.ts',
    [", redirect: 'error'", ''],
    'adapters/publisher-http.isolated',
  ),
  one(
    'Replace a newer report with an old one',
    'src/publisher/report-intake.ts',
    ['if (last && !isNewer(timestamp, last.timestamp)) return { result: undefined };', ''],
    'http/control-plane',
  ),
  one(
    'Open a conversation with a copied or old link',
    'src/email/visitor-emails.ts',
    ['!found || found.session.widget?.id !== widgetId', '!found'],
    'http/email.built',
  ),
  one(
    'Report e-mails as failed that were delivered',
    'src/email/delivery-reports.ts',
    ["      if (!isSameKey(given, await key())) throw new AppError('unauthorized');\n", ''],
    'http/email-bounce',
  ),
  one(
    "Mislead with a file's or a person's name",
    'src/lib/unseen-characters.ts',
    ['return text.replace(ALL_UNSEEN, replacement);', 'return replacement === text ? replacement : text;'],
    'lib/unseen-characters',
  ),
  one(
    'Make one question expensive to search',
    'src/lib/search-text.ts',
    ['.slice(0, MAX_LOOKUPS)', ''],
    'lib/search-text',
  ),
  one(
    'Read documents through the citations of an answer',
    'src/knowledge/rules/cited-passage.ts',
    [' && cited.has(headingOf(section))', ''],
    'knowledge/cited-passage',
  ),
  one(
    "Reach the deployment's network by an admin's sign-in issuer or its metadata",
    'src/adapters/public-network/network.ts',
    [
      "if (parseIp(literal) && !isAllowed(literal)) throw new RefusedAddress('The address is not public.');",
      '',
    ],
    'adapters/public-addresses',
    'adapters/outbound-addresses',
  ),
  one(
    "Overwrite another admin's change",
    'src/http/etag.ts',
    [
      ": expected.split(',').map((tag) => tag.trim())",
      ": expected.split(',').map((tag) => tag.trim().replace(/^W\\//, ''))",
    ],
    'http/etag',
  ),
];

/** Defences against concurrent actors, failures, repeats and other deployments. */
const AGAINST_RIVALS: readonly Defence[] = [
  one(
    'The address of a client is taken from a header although no proxy is trusted',
    'src/http/client-ip.ts',
    ['if (trustedHops === 0) return clientNetwork(socketAddress);', ''],
    'http/client-ip',
  ),
  one(
    'A site frames a page of the service without leave',
    'src/http/page.ts',
    ['frameAncestors ?? ["\'none\'"]', "frameAncestors ?? ['*']"],
    'http/admin-gate.hosts',
  ),
  one(
    'Tokens that are counted late are in no report',
    'src/availability/rules/activity.ts',
    ['export const HOUR_CLOSED_MS = 600_000;', 'export const HOUR_CLOSED_MS = 200_000;'],
    'availability/activity',
  ),
  one(
    'The platform takes bodies of any size',
    'infra/modules/app-settings.bicep',
    ["FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1048576'", "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '104857600'"],
    'infra/secure',
  ),
  one(
    'Deleted blobs are gone sooner than the documents say',
    'infra/modules/storage.bicep',
    [
      'deleteRetentionPolicy: { enabled: true, days: 7 }',
      'deleteRetentionPolicy: { enabled: true, days: 1 }',
    ],
    'infra/secure',
  ),
  one(
    'A data role is for the whole account',
    'infra/modules/data-roles.bicep',
    ["scope: '${database.id}/dbs/${databaseName}'", 'scope: database.id'],
    'infra/secure',
  ),
  one(
    'A draft is published over another admin’s change',
    'src/assistants/assistant-drafts.ts',
    ["if (isConflict && !overwrite) throw new AppError('draft-conflict', { conflicts });", ''],
    'assistants/publishing-rivals',
  ),
  one(
    'A notice is sent by an instance while another one has leased it',
    'src/notifications/dispatcher.ts',
    [" || (entry.leasedUntil ?? '') > at", ''],
    'notifications/notices-rivals',
  ),
  one(
    'A round goes on through an outage',
    'src/notifications/dispatcher.ts',
    ['if (error instanceof AppError) waiting.length = 0;', ''],
    'notifications/notices-rivals',
  ),
  one(
    'Two failed calls of a message are one in the figures',
    'src/chat/ask-model.ts',
    [
      "{ id: random.uuid(), content: '', endedAt: '' }",
      "{ id: session.sessionId, content: '', endedAt: '' }",
    ],
    'chat/turn-rivals',
  ),
  one(
    'A repeat counts its message again',
    'src/chat/resume-turn.ts',
    ['const isInFigures = lease === undefined || reply !== undefined;', 'const isInFigures = false;'],
    'chat/turn-rivals',
  ),
  one(
    'The loser of a turn ends the lease of its successor',
    'src/chat/turn-end.ts',
    ['holds ? endTurn(session, message.id) : session, call', 'endTurn(session, message.id), call'],
    'chat/turn-rivals',
  ),
  one(
    'The model is asked again in a closed conversation',
    'src/chat/resume-turn.ts',
    ["reply.interrupted !== true || session.status === 'closed'", 'reply.interrupted !== true'],
    'chat/turn-rivals',
  ),
  one(
    'An agent stays in the real-time group of a conversation that is transferred',
    'src/desk/conversation-claims.ts',
    ['      if (to.oid !== agent.oid) background.run(realtime.leave(agent.oid, sessionId));\n', ''],
    'http/agent-leaves',
  ),
  one(
    'A report that is throttled is given up',
    'src/publisher/reports.ts',
    [" && code !== 'status-429'", ''],
    'publisher/refused-reports',
  ),
  one(
    'If-Match with * refuses every write',
    'src/http/etag.ts',
    ["expected === undefined || expected === '*'", 'expected === undefined'],
    'http/etag',
  ),
  one(
    'The old words of a replaced message still find it',
    'src/adapters/store/sqlite/writes.ts',
    ["      deleteTextOf.run(pk, indexTerms(text(row, 'content')));\n", ''],
    'adapters/store-sqlite-replaced-words',
  ),
  one(
    'A message that is withdrawn loses its files',
    'src/web/desk/state/outbox.ts',
    ['      files.restore(sessionId, attachments);\n', ''],
    'web/desk-outbox',
  ),
];

export const DEFENCES: readonly Defence[] = [...AGAINST_THREATS, ...AGAINST_RIVALS];
