import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { directoryAssets } from '../src/adapters/assets/directory.ts';
import { collabPackage } from '../src/services/platform/collab-package.ts';

/**
 * Makes `dist/teams-app.zip`, the Teams app of one deployment, as `GET /api/collab-app.zip` gives it.
 * A release attaches one for `chat.example.com`, which shows reviewers what agents install.
 */
const DIST = join(dirname(import.meta.dirname), 'dist');
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'chat.example.com' },
    'client-id': { type: 'string', default: SAMPLE_ID },
    'deployment-id': { type: 'string', default: SAMPLE_ID },
    out: { type: 'string', default: join(DIST, 'teams-app.zip') },
  },
});

const { zip } = collabPackage({
  clientId: values['client-id'],
  deployment: () => Promise.resolve({ id: values['deployment-id'], secret: new Uint8Array() }),
  assets: directoryAssets(DIST),
});
writeFileSync(values.out, await zip(`https://${values.host}`));
process.stdout.write(`${values.out}\n`);
