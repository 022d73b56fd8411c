import { RuleTester } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { mayLog } from '../../scripts/eslint-rules/log-statements.ts';
import { noContentInLogs } from '../../scripts/eslint-rules/no-content-in-logs.ts';

RuleTester.describe = describe;
RuleTester.it = test;
type ValidCase = string | RuleTester.ValidTestCase;
type InvalidCase = RuleTester.InvalidTestCase;

const tester = new RuleTester({ languageOptions: { parser } });

/**
 * Runs one table. ESLint and typescript-eslint type the same rule differently, so the call goes past the
 * types.
 */
function judge(name: string, cases: { valid: ValidCase[]; invalid: InvalidCase[] }): void {
  Reflect.apply(tester.run.bind(tester), undefined, [name, noContentInLogs, cases]);
}

const violations: string[] = [];

/** A violation, and the names that are reported in it, in their order. */
function invalid(code: string, ...names: string[]) {
  violations.push(code);
  return {
    name: code,
    code,
    errors: names.map((name) => ({ messageId: 'content' as const, data: { name } })),
  };
}

const everyLogStatement = [
  'console.log(%)',
  "console['error']('failed', %)",
  'globalThis.console.warn(%)',
  'console.log.call(console, %)',
  'const print = console.log; print(%)',
  'log(%)',
  'log.info(%)',
  'this.logger.debug({ count: 1 }, %)',
  'logger.child({ x: % })',
  'options.auditLogger.write(%)',
  'getLogger().info(%)',
  'context.log(%)',
  'context.log.error(%)',
  'invocationContext?.warn(%)',
  'telemetry.record(%)',
  'services.telemetry.record(%)',
  'services.telemetry!.record(%)',
  'process.stdout.write(%)',
  'process.stderr.write(%)',
  'process.emitWarning(%)',
  'trackEvent(%)',
  'client.trackTrace(%)',
  'appInsights.defaultClient.trackException(%)',
];

const everyName = [
  // Message bodies.
  ...[
    'message',
    'messages',
    'content',
    'fullContent',
    'text',
    'body',
    'snippet',
    'preview',
    'question',
    'transcript',
  ],
  ...['query', 'q', 'delta', 'reply', 'prompt', 'history', 'errorMessage', 'last_message', 'MESSAGE_TEXT'],
  // The proposals and results of actions.
  ...['data', 'proposal', 'storedProposal', 'sentence'],
  // E-mails and names.
  ...[
    'email',
    'visitorEmail',
    'mail',
    'upn',
    'preferred_username',
    'displayName',
    'claimedBy',
    'claimedByName',
    'oid',
  ],
  // Session ids.
  ...['sessionId', 'session_id', 'lastSessionId', 'userId'],
];

judge('every kind of log statement', {
  valid: everyLogStatement.map((statement) => ({ code: statement.replace('%', 'durationMs') })),
  invalid: everyLogStatement.map((statement) =>
    invalid(statement.replace('%', 'event.sessionId'), 'sessionId'),
  ),
});

/**
 * Statements that name content through an alias of a log, or a request's address. All of them fail the build.
 */
const planted = [
  'const { log } = console; log(%)',
  'const { error } = console; error(%)',
  'const { log: print } = console; print(%)',
  'const out = console; out.info(%)',
  'const first = console; const second = first; second.warn(%)',
  'const print = console.log.bind(console); print(%)',
  'const print = globalThis.console.error; print(%)',
  'const { console: out } = globalThis; out.debug(%)',
  'let print; print = console.info; print(%)',
  'function f(print = console.log) { print(%) }',
  'function f({ print = console.log }) { print(%) }',
  'console?.log(%)',
  '(console as Console).log(%)',
  '(0, console.log)(%)',
  '(verbose ? console.log : console.debug)(%)',
  '(print ?? console.log)(%)',
  'Reflect.apply(console.log, console, [%])',
  'rows.map(() => %).forEach(console.log)',
  'read(%).then(console.log)',
  'const print = console.log; read(%).then(print)',
  "import out from 'node:console'; out.log(%)",
  "import { log as print } from 'node:console'; print(%)",
  "import * as out from 'console'; out.error(%)",
  'new Console(process.stdout).log(%)',
  'const out = new Console(process.stdout); out.log(%)',
  "import { debuglog } from 'node:util'; const debug = debuglog('chat'); debug(%)",
  'const { stdout: out } = process; out.write(%)',
  'const out = process.stderr; out.write(%)',
  'writeSync(2, %)',
  'const tell = telemetry; tell.record(%)',
];

judge('every alias of a log', {
  valid: planted.map((statement) => ({ code: statement.replace('%', 'durationMs') })),
  invalid: planted.map((statement) => invalid(statement.replace('%', 'event.sessionId'), 'sessionId')),
});

judge('the address of a request', {
  valid: ['log.info(asset.url, settings.url)', 'const { url } = asset; log.info(url)'],
  invalid: [
    invalid('log.info(request.url)', 'url'),
    invalid('const { url } = request; log.info({ at: url })', 'url'),
    invalid('log.info(new URL(incoming.url).search)', 'url'),
    invalid('const target = new URL(httpRequest.url); log.info(target.href)', 'url'),
  ],
});

judge('every name of content', {
  valid: everyName.map((name) => ({ code: `store.keep(${name}); console.log('${name}')` })),
  invalid: everyName.flatMap((name) => [
    invalid(`console.log(${name})`, name),
    invalid(`console.log(row.${name})`, name),
    invalid(`console.log({ ${name} })`, name),
  ]),
});

judge('every way to name it', {
  valid: [],
  invalid: [
    invalid('log.info(`said: ${input.message}`)', 'message'),
    invalid("log.info('said: ' + input.message)", 'message'),
    invalid('log.info(input?.message)', 'message'),
    invalid("log.info(input['message'])", 'message'),
    invalid('log.info(input[`message`], known[email])', 'message', 'email'),
    invalid('log.info({ message: value })', 'message'),
    invalid("log.info({ 'session-id': value })", 'session-id'),
    invalid('log.info({ at, detail: { email } })', 'email'),
    invalid('log.info([row.email])', 'email'),
    invalid('log.info(ok ? row.email : undefined)', 'email'),
    invalid('log.info(row.email ?? row.upn)', 'email', 'upn'),
    invalid('log.info(hash(sessionId))', 'sessionId'),
    invalid('log.info(() => row.content)', 'content'),
    invalid('log.info((row as Row).content!)', 'content'),
    invalid('log.info(input.message.trim())', 'message'),
    invalid('log.info(await response.text())', 'text'),
    invalid('log.info(session.id, turn.session.id)', 'id', 'id'),
    invalid('const s = session; log.info(s.id)', 'id'),
    invalid('log.info(agent.name, name)', 'name', 'name'),
    invalid('log.info(request.reason)', 'reason'),
    invalid('log.info(error.message, error.stack)', 'message', 'stack'),
  ],
});

judge('whole records', {
  valid: [
    'log.info(session.status, session.messageCount)',
    'log.info(request.method, turn.session.status)',
    'log.info({ ...counts })',
  ],
  invalid: [
    invalid('log.info(session)', 'session'),
    invalid('log.info({ ...session })', 'session'),
    invalid('log.info({ ...turn.message })', 'message'),
    invalid('log.info({ ...body, ...request })', 'body', 'request'),
    invalid('log.info(JSON.stringify(session))', 'session'),
    invalid('log.info(session[field])', 'session'),
    invalid('log.info({ with: conversation })', 'conversation'),
  ],
});

judge('values that got content before', {
  valid: [
    'const { status } = session; log.info(status)',
    'const length = body.message.length; log.info(length)',
    'const id = replyIdOf(message); log.info(id)',
    'const outcome = outcomeOf(content); telemetry.record({ type, outcome })',
    'let count = 0; count = messages.length; log.info(count)',
    'const m = body.message; store.keep(m); log.info(count)',
  ],
  invalid: [
    invalid('const m = body.message; log.info(m)', 'message'),
    invalid('const { message: m } = body; log.info(m)', 'message'),
    invalid("const { message: m = '' } = body; log.info(m)", 'message'),
    invalid('const { ...rest } = session; log.info(rest)', 'session'),
    invalid('function f({ email: e }) { log.info(e) }', 'email'),
    invalid('let m; m = body.message; log.info(m)', 'message'),
    invalid('for (const m of messages) log.info(m)', 'messages'),
    invalid('const m = body.message; const line = `said ${m}`; log.info(line)', 'message'),
    invalid("const m = body.message.trim(); log.info('x' + m)", 'message'),
    invalid('const line = JSON.stringify({ at, session }); process.stdout.write(line)', 'session'),
    invalid('const who = agent.name; telemetry.record({ type, name: who })', 'name'),
    invalid('const m = body.message as string; const n = m; log.info(n)', 'message'),
  ],
});

judge('what is no content', {
  valid: [
    "telemetry.record({ type: 'dependency', name: 'cosmos.read', ok: true, durationMs })",
    "telemetry.record({ type: 'warning', code: 'admin-anonymous-mode' })",
    "log.info({ message: 'started', text: `ready`, agent: true })",
    "log.info('the message of the session was stored')",
    'log.info(err.name, thrown.constructor.name, spec.name)',
    'telemetry.record({ name: operation, reason: error.details.reason })',
    'log.info(message.length, content.length, messageCount, messageId, contentType)',
    'telemetry.record(bug(thrown, requestId, spec.name))',
    'Math.log(content.length); catalog.add(message); context.send(message)',
    'response.write(message); sendMessage(sessionId); logIn(email)',
    'const log = store.log; log',
    'log.info<Session>(value as Message)',
  ],
  invalid: [],
});

test('the build recognizes every test case of the rule as a file that may log', () => {
  expect(violations.length).toBeGreaterThan(100);
  expect(violations.filter((code) => !mayLog(code))).toEqual([]);
});
