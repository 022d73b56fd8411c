/** A description of the API of a shop, of the form that generators write. */
export const SHOP_API = {
  openapi: '3.1.0',
  info: { title: 'Shop API' },
  servers: [{ url: 'https://{region}.shop.example/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  paths: {
    '/orders/{order-id}': {
      parameters: [
        {
          name: 'order-id',
          in: 'path',
          required: true,
          schema: { type: 'string', pattern: '^[0-9]{5}$' },
          description: 'The number  on the invoice.',
        },
      ],
      get: {
        operationId: 'getOrderById',
        summary: 'Find an order',
        description: 'Where an order is.\nWith its delivery.',
        parameters: [
          { name: 'expand[items]', in: 'query', schema: { type: 'boolean' } },
          { name: 'since', in: 'query', schema: { type: ['null', 'string'], format: 'date' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Region', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          401: { description: 'Not signed in' },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      patch: {
        summary: 'Change the delivery',
        requestBody: {
          required: true,
          content: {
            'application/merge-patch+json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Change' },
                  { properties: { by: { type: 'string', enum: ['phone', 'chat'] } }, required: ['by'] },
                ],
              },
            },
          },
        },
        responses: { 204: { description: 'Done' } },
      },
      put: { summary: 'Replace it', responses: {} },
      delete: { responses: {}, servers: [{ url: 'http://plain.example' }] },
    },
    '/orders': {
      post: {
        summary: 'Order',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { items: { type: 'array' } }, required: ['items'] },
            },
          },
        },
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    responses: { Missing: { description: 'There is no such order.' } },
    schemas: {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          status: { oneOf: [{ type: 'null' }, { type: 'string' }] },
          secret: { type: 'string', writeOnly: true },
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: { type: 'string' }, order: { $ref: '#/components/schemas/Order' } },
            },
          },
        },
      },
      Change: {
        type: 'object',
        required: ['delivery'],
        properties: {
          id: { type: 'integer', readOnly: true },
          note: { type: 'string', maxLength: 80 },
          gift: { type: 'boolean' },
          delivery: {
            type: 'object',
            required: ['day'],
            properties: { day: { type: 'string', format: 'date' }, floor: { type: 'integer', minimum: 0 } },
          },
        },
      },
    },
  },
};
