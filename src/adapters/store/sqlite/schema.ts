/**
 * The tables of `conversations.db`. `record` is the session as JSON; the other columns are sort and filter
 * keys of lists. `session_facet` has a row for each facet of a session. A list reads a few ranges of one
 * index, each with one status or one facet, so that no list sorts or scans. Writes are conditional on
 * `version`, together with the primary key, which is never reused.
 *
 * The full-text index stores only terms (contentless), the domain's `indexTerms`. It removes the terms of
 * deleted messages immediately instead of at its next merge (`secure-delete`).
 */
export const CONVERSATION_TABLES = `
  CREATE TABLE session (
    pk INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    claimed_by TEXT,
    source_domain TEXT,
    created_at TEXT NOT NULL,
    last_message_at TEXT NOT NULL,
    active_day TEXT NOT NULL,
    closed_at TEXT,
    cost REAL NOT NULL,
    queue_rank TEXT NOT NULL,
    facets TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX session_recent ON session (status, created_at);
  CREATE INDEX session_recent_by_day ON session (status, active_day, created_at);
  CREATE INDEX session_cost ON session (status, cost);
  CREATE INDEX session_cost_by_day ON session (status, active_day, cost);
  CREATE INDEX session_queue ON session (status, queue_rank);
  CREATE INDEX session_queue_source ON session (source_domain, status, queue_rank) WHERE source_domain IS NOT NULL;
  CREATE INDEX session_claimed ON session (claimed_by, status, queue_rank) WHERE claimed_by IS NOT NULL;
  CREATE INDEX session_closed ON session (closed_at) WHERE closed_at IS NOT NULL;
  CREATE TABLE session_facet (
    facet TEXT NOT NULL, created_at TEXT NOT NULL, session INTEGER NOT NULL, PRIMARY KEY (facet, created_at, session)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE message (
    pk INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    extras TEXT,
    usage TEXT,
    to_review INTEGER NOT NULL,
    UNIQUE (session, id),
    UNIQUE (session, seq)
  ) STRICT;
  CREATE INDEX message_to_review ON message (created_at) WHERE to_review;
  CREATE VIRTUAL TABLE message_text USING fts5 (terms, content='', detail=none, tokenize='ascii');
  INSERT INTO message_text (message_text, rank) VALUES ('secure-delete', 1);

  CREATE TABLE outbox (
    pk INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL,
    version INTEGER NOT NULL,
    position INTEGER NOT NULL,
    due_at TEXT,
    dead_since TEXT,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_session ON outbox (session, position);
  CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX outbox_dead ON outbox (dead_since) WHERE dead_since IS NOT NULL;

  CREATE TABLE removal (session INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE activity_hour (
    hour TEXT PRIMARY KEY,
    conversations REAL NOT NULL, visitorMessages REAL NOT NULL, assistantMessages REAL NOT NULL,
    agentMessages REAL NOT NULL, handoffs REAL NOT NULL, requests REAL NOT NULL, inputTokens REAL NOT NULL,
    outputTokens REAL NOT NULL, cachedInputTokens REAL NOT NULL, cacheWriteTokens REAL NOT NULL,
    cost REAL NOT NULL, unpricedCalls REAL NOT NULL, ratingsUp REAL NOT NULL, ratingsDown REAL NOT NULL,
    visitsHelpful REAL NOT NULL, visitsNotHelpful REAL NOT NULL, unanswered REAL NOT NULL, unresolved REAL NOT NULL
  ) STRICT;
  CREATE TABLE first_reply (
    hour TEXT NOT NULL, bound INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (hour, bound)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE left_answer (
    hour TEXT NOT NULL, bound INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (hour, bound)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE activity_seen (hour TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (hour, id)) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger (
    pk INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;
`;

/** The table of `counters.db`. */
export const COUNTER_TABLES = `
  CREATE TABLE counter (
    key TEXT PRIMARY KEY, count INTEGER NOT NULL, window_ends_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX counter_end ON counter (window_ends_at_ms);
`;
