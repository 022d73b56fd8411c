import { describe, expect, test } from 'vitest';
import { agentAudiences } from '../../src/adapters/identity/entra.ts';

describe('the audience of an agent token', () => {
  const CLIENT = '11111111-2222-4333-8444-555555555555';
  const cloud = agentAudiences(CLIENT, ['app.azurewebsites.net', 'chat.example.com']);
  const local = agentAudiences(CLIENT, ['localhost:7071', '127.0.0.1:7071']);

  test('is the application id, with or without a host of the service', () => {
    expect(cloud).toEqual(
      new Set([
        CLIENT,
        `api://${CLIENT}`,
        `api://app.azurewebsites.net/${CLIENT}`,
        `api://chat.example.com/${CLIENT}`,
      ]),
    );
  });

  test('has the loopback hosts with their port on the local host', () => {
    expect(local).toEqual(
      new Set([
        CLIENT,
        `api://${CLIENT}`,
        `api://localhost:7071/${CLIENT}`,
        `api://127.0.0.1:7071/${CLIENT}`,
      ]),
    );
  });

  test.each([
    `api://evil.example/${CLIENT}`,
    `api://chat.example.com.evil.example/${CLIENT}`,
    `api://evil.example/chat.example.com/${CLIENT}`,
    `api://chat.example.com/x/${CLIENT}`,
    `api://chat.example.com//${CLIENT}`,
    `api://localhost:7071/${CLIENT}`,
    `api://CHAT.example.com/${CLIENT}`,
    `api:///${CLIENT}`,
    `api://x${CLIENT}`,
    `https://chat.example.com/${CLIENT}`,
    `${CLIENT} `,
    '',
  ])('is never %s', (audience) => {
    expect(cloud.has(audience)).toBe(false);
  });
});
