import { register, type EndpointDeclaration } from '../src/hosts/azure.ts';

/**
 * The cloud entry of the publisher's control plane. Importing it only registers functions; the first request
 * loads and starts the rest.
 */
register(JSON.parse(__PLACES__) as EndpointDeclaration[], async () => {
  const { startControlPlane } = await import('./start-control-plane.ts');
  return await startControlPlane(import.meta.dirname);
});
