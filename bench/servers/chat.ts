import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import type { Answerer } from '../../src/ports.ts';
import { serve } from '../support/serve.ts';

// The whole product with a model that answers immediately, unless a setting names another.
const ANSWER = 'Paste the script tag before the end of the body. The round button appears in the corner.';
const instant: Answerer = {
  answer(_request, _signal, onText) {
    onText(ANSWER);
    const usage = { inputTokens: 900, outputTokens: 20, cachedInputTokens: 0 };
    return Promise.resolve({ usage, model: 'instant', sources: [], answered: true });
  },
};

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const many = '1000000';
const config = readConfig({
  DATA_DIR: dataDir,
  ALLOWED_ORIGINS: 'https://shop.example',
  RATE_LIMIT_SESSION_PER_MINUTE: many,
  RATE_LIMIT_IP_PER_MINUTE: many,
  RATE_LIMIT_IP_READS_PER_MINUTE: many,
  ...process.env,
});
const replace = config.model.kind === 'knowledge' ? { answerer: instant } : {};
const { services } = await compose(config, { version: 'bench', assetsDir: dataDir, replace });
serve(nodeHost({ endpoints: routes, services, trustedProxyHops: 0 }));
