import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SwitchesReply } from '../../src/wire/switches.ts';

export const switches = endpoint({
  name: 'switches',
  method: 'GET',
  route: 'switches',
  gate: 'admin',
  summary: 'Get the switches for all visitors',
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: SwitchesReply } },
  async handle({ services }) {
    const { switches: stored, etag } = await services.switches.read();
    return json<SwitchesReply>(200, { ...stored, etag }, { etag });
  },
});
