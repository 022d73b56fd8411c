import { endpoint } from '../../src/http/endpoint.ts';

export const collabApp = endpoint({
  name: 'collab-app',
  method: 'GET',
  route: 'collab-app.zip',
  gate: 'admin',
  summary: 'Download Teams app of this deployment',
  answers: { 200: { description: 'The package, ready to upload', contentType: 'application/zip' } },
  errors: ['idp-not-configured'],
  handle: async ({ request, services }) => ({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="website-chat-teams.zip"',
    },
    body: await services.collabPackage.zip(request.serviceOrigin),
  }),
});
