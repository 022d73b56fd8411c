import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { definedFields } from '../../src/http/website-answers.ts';
import { NewWebsiteSource, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const createSource = endpoint({
  name: 'source-create',
  method: 'POST',
  route: 'knowledge/sources',
  gate: 'admin',
  summary: 'Add a website to an assistant’s knowledge; repeated, it changes the choices that are given',
  body: NewWebsiteSource,
  answers: {
    200: { description: 'The assistant has it already; it is changed', schema: WebsiteSourceReply },
    201: { description: 'Added; its pages are being found', schema: WebsiteSourceReply },
  },
  errors: ['assistant-not-found'],
  async handle({ body, services }) {
    const { kind: _kind, assistantId, address, start, ...choices } = body;
    const website = { assistantId, address, start, choices: definedFields(choices) };
    const { source, isNew } = await services.websiteSources.create(website);
    const location = `/api/knowledge/sources/${source.id}`;
    return json<WebsiteSourceReply>(isNew ? 201 : 200, { source }, isNew ? { location } : {});
  },
});
