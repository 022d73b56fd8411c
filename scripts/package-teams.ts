import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { directoryAssets } from '../src/adapters/assets/directory.ts';
import { collabPackage } from '../src/access/collab-package.ts';

/**
 * `npm run package:teams`: the Teams app of a deployment, identical to the response of its `GET
 * /api/collab-app.zip`. Without options it is a sample for `chat.example.com`, for reviewing the Teams app
 * before there is a deployment.
 */
const DIST = join(dirname(import.meta.dirname), 'dist');
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

const { values } = parseArgs({
  options: {
    host: { type: 'string' },
    /** `IDP_APP_CLIENT_ID` of the deployment, and the `deploymentId` in its health report. */
    'client-id': { type: 'string' },
    'deployment-id': { type: 'string' },
    /** The output folder. */
    out: { type: 'string', default: DIST },
  },
});
const { host, 'client-id': clientId, 'deployment-id': deploymentId } = values;
const given = [host, clientId, deploymentId].filter((one) => one !== undefined).length;
if (given !== 0 && given !== 3) {
  throw new Error('Give --host, --client-id and --deployment-id, or none of them.');
}

const { zip } = collabPackage({
  currentApplication: () => Promise.resolve({ clientId: clientId ?? SAMPLE_ID, tenantId: SAMPLE_ID }),
  deployment: () => Promise.resolve({ id: deploymentId ?? SAMPLE_ID, secret: new Uint8Array() }),
  assets: directoryAssets(DIST),
});
const name = given === 0 ? 'teams-app-sample.zip' : 'teams-app.zip';
writeFileSync(join(values.out, name), await zip(`https://${host ?? 'chat.example.com'}`));
process.stdout.write(`${name}\n`);
