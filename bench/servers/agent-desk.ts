import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import type { Answerer } from '../../src/ports.ts';
import { serve } from '../support/serve.ts';

// The whole product with its hub and a model that answers one word.
const brief: Answerer = {
  answer(_request, _signal, onText) {
    onText('Hello.');
    const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
    return Promise.resolve({ usage, model: 'brief', sources: [], answered: true });
  },
};

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const many = '1000000';
const config = readConfig({
  DATA_DIR: dataDir,
  PLAN_ID: 'professional',
  RATE_LIMIT_SESSION_PER_MINUTE: many,
  RATE_LIMIT_IP_PER_MINUTE: many,
  RATE_LIMIT_IP_READS_PER_MINUTE: many,
  ...process.env,
});
const product = await compose(config, {
  version: 'bench',
  assetsDir: process.env['ASSETS_DIR'] ?? dataDir,
  replace: { answerer: brief },
});
const host = nodeHost({ endpoints: routes, services: product.services, trustedProxyHops: 0 });
product.attach(host);
serve(host);
