import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SwitchesReply, SwitchesRequest } from '../../src/platform/wire/switches.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const switchEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'switches',
    method: 'GET',
    route: 'switches',
    gate: 'admin',
    summary: 'Get the switches for all visitors',
    replies: { 200: { description: 'The current version; `ETag` identifies it', schema: SwitchesReply } },
    async handle({ services }) {
      const { switches: stored, etag } = await services.switches.read();
      return json<SwitchesReply>(200, { ...stored, etag }, { etag });
    },
  }),
  endpoint({
    name: 'switches-save',
    method: 'PUT',
    route: 'switches',
    gate: 'admin',
    summary:
      'Stop the assistant or take the chat off all sites; `If-Match` requires the version that was read',
    body: SwitchesRequest,
    replies: {
      200: { description: 'Saved; other instances follow within 15 seconds', schema: SwitchesReply },
    },
    errors: ['precondition-failed'],
    async handle({ body, request, services }) {
      const { switches, etag } = await services.switches.save(body, expectedEtags(request));
      return json<SwitchesReply>(200, { ...switches, etag }, { etag });
    },
  }),
];
