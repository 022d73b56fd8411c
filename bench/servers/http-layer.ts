import * as z from 'zod/mini';
import { createServer, type Server } from 'node:http';
import { parseAllowlist } from '../../src/domain/origin.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import type { Services } from '../../src/compose.ts';
import { requestBudgets, systemClock } from '../../src/adapters/system/node.ts';
import { rateGate } from '../../src/services/platform/rate-gate.ts';
import { text, uuid } from '../../src/domain/records/fields.ts';
import { serve } from '../support/serve.ts';

// Routing, CORS, rate limit, validation and headers around a handler that does nothing; or bare node:http.
function bare(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message: string };
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ message }));
    });
  });
}

function layered(): Server {
  const allowlist = parseAllowlist('https://shop.example');
  if ('invalid' in allowlist) throw new Error(allowlist.invalid);
  const clock = { ...systemClock(0), sleep: () => Promise.resolve() };
  const telemetry = { record: () => undefined, close: () => Promise.resolve() };
  const state = { count: 1, windowEndsAtMs: 0 };
  const counters = { hit: () => Promise.resolve([state]) };
  const hashKey = () => Promise.resolve('key');
  const limits = { sessionMessages: 1, sessionReads: 1, ipMessages: 1, ipReads: 1 };
  const services = {
    allowlist,
    clock,
    telemetry,
    random: { uuid: () => crypto.randomUUID(), bytes: (length: number) => new Uint8Array(length) },
    requestBudget: requestBudgets(clock),
    rateGate: rateGate({ counters, hashKey, limits, clock, telemetry }),
  } as unknown as Services;
  const echo = endpoint({
    name: 'echo',
    method: 'POST',
    route: 'echo',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Echo',
    body: z.object({ message: text(), sessionId: z.optional(uuid()) }),
    answers: { 200: { description: 'The message' } },
    handle: ({ body }) => json(200, { message: body.message }),
  });
  return nodeHost({ endpoints: [echo], services, trustedProxyHops: 0 });
}

serve(process.env['LAYER'] === 'bare' ? bare() : layered());
