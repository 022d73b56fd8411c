import { app } from '@azure/functions';
import { startAzureHost } from '../../test/support/functions-host/azure-host.ts';
import { answerUsage } from '../support/serve.ts';

// The simulated functions host with the library's own invocation model: `ENTRY` is a built entry; without it
// one bare function is what the host costs.
const { ENTRY } = process.env;
const { origin } = await startAzureHost({
  register: () => (ENTRY === undefined ? bare() : import(ENTRY)),
  maxOutstanding: () => 1_000,
});
answerUsage(Number(new URL(origin).port));

function bare(): void {
  app.setup({ enableHttpStream: true });
  for (const method of ['GET', 'POST'] as const) {
    const handler = async () => Promise.resolve({ jsonBody: { ok: true } });
    app.http(`bare-${method}`, { route: 'api/bare', methods: [method], authLevel: 'anonymous', handler });
  }
}
