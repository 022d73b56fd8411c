import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CostReply, SessionsReply, Transcript } from '../../src/admin/wire/admin.ts';
import { bearer, rotate, type Admin } from '../support/clients/admin.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const run = promisify(execFile);
const doc = await readFile(join(import.meta.dirname, '../../docs/data.md'), 'utf8');
const [, procedure = ''] = /\n## Export and teardown\n([^]*?)\n## /.exec(doc) ?? [];
const commands = Array.from(procedure.matchAll(/```sh\n([^`]+)```/g), ([, command = '']) => command);

let folder: Awaited<ReturnType<typeof dataFolder>>;
let data: Awaited<ReturnType<typeof dataFolder>>;
let service: RunningService;
let admin: Admin;
const said: string[] = [];

beforeEach(async () => {
  folder = await dataFolder();
  data = await dataFolder();
  const settings = { RATE_LIMIT_IP_PER_MINUTE: '10000' };
  service = await startService({ dataDir: data.dataDir, answerer: scriptedAnswerer(), settings });
  admin = await rotate(service);
  for (let n = 0; n < 23; n++) {
    said.push(`Question number ${n}`);
    await service.post('/api/chat', { message: said[n] });
  }
});
afterEach(async () => {
  said.length = 0;
  await service.close();
  await folder.close();
  await data.close();
});

async function exported(): Promise<Transcript[]> {
  const lines = (await readFile(join(folder.dataDir, 'conversations.ndjson'), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(lines.pop() ?? '')).toEqual({ complete: true, conversations: 23 });
  return lines.map((line) => Transcript.parse(JSON.parse(line)));
}

test('the documented export commands return every conversation and its cost', async () => {
  expect(commands).toHaveLength(3);
  const environment = { PATH: process.env['PATH'], SERVICE: service.origin, ADMIN_KEY: admin.key };
  const outputs = [];
  for (const command of commands) {
    outputs.push(await run('sh', ['-ec', command], { cwd: folder.dataDir, env: environment }));
  }
  expect(outputs[1]?.stdout).toContain('"complete":true');
  const questions = (await exported()).map(({ messages }) => messages[0]?.content);
  expect(questions).toEqual(said.toReversed());
  const cost = CostReply.parse(JSON.parse(await readFile(join(folder.dataDir, 'cost.json'), 'utf8')));
  expect(cost.totals.requests).toBe(23);
});

test('reading the export page by page returns the same transcripts', async () => {
  const paged: Transcript[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const query = `limit=10${next && `&cursor=${next}`}`;
    const listed = await service.get(`/api/sessions?${query}`, bearer(admin.key));
    const page: SessionsReply = SessionsReply.parse(await listed.json());
    for (const { sessionId } of page.sessions) {
      const answer = await service.get(`/api/sessions/${sessionId}/transcript`, bearer(admin.key));
      paged.push(Transcript.parse(await answer.json()));
    }
    next = page.nextCursor;
  }
  const [command = ''] = commands;
  const environment = { PATH: process.env['PATH'], SERVICE: service.origin, ADMIN_KEY: admin.key };
  await run('sh', ['-ec', command], { cwd: folder.dataDir, env: environment });
  expect(paged).toEqual(await exported());
});

test('no conversation is left after the documented deletion', async () => {
  await service.close();
  await rm(data.dataDir, { recursive: true });
  service = await startService({ dataDir: data.dataDir });
  expect(await (await service.get('/api/sessions')).json()).toEqual({ sessions: [] });
});

test('a lost key of the local host is replaced by the documented recovery', async () => {
  await service.close();
  await rm(join(data.dataDir, 'vault/admin-key'), { recursive: true });
  const standIn = 'a key that stands in';
  service = await startService({ dataDir: data.dataDir, settings: { ADMIN_KEY: standIn } });
  expect((await service.get('/api/cost')).status).toBe(401);
  const fresh = await rotate(service, bearer(standIn));
  await service.close();
  service = await startService({ dataDir: data.dataDir });
  expect((await service.get('/api/cost', bearer(admin.key))).status).toBe(401);
  expect((await service.get('/api/cost', bearer(fresh.key))).status).toBe(200);
});
