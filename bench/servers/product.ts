import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import { serve } from '../support/serve.ts';

// The whole embedded product with its own answers from files, as `npm start` composes it.
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const many = '1000000';
const config = readConfig({
  DATA_DIR: dataDir,
  RATE_LIMIT_SESSION_PER_MINUTE: many,
  RATE_LIMIT_IP_PER_MINUTE: many,
  RATE_LIMIT_IP_READS_PER_MINUTE: many,
  ...process.env,
});
const product = await compose(config, { version: 'bench', assetsDir: dataDir });
const host = nodeHost({ endpoints: routes, services: product.services, trustedProxyHops: 0 });
product.attach(host);
serve(host);
