import { IncomingMessage, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { ProgrammingModel } from './azure-core.ts';

/** Possible changes of the library or of Node that would break the runtime's expectations. */
export const LIBRARY_CHANGES = [
  'its server is not seen',
  'it listens to requests later',
  'it has two listeners',
  'its model is hidden',
  'its model is a copy',
  'its listener uses the socket',
  'it reads a request in another way',
  'it writes a response in another way',
] as const;
export type LibraryChange = (typeof LIBRARY_CHANGES)[number];

type Listener = (incoming: IncomingMessage, outgoing: object) => void;

/** Makes the library's server behave as after a change. */
export function changeServer(server: Server, change: LibraryChange | undefined): void {
  if (change === 'its server is not seen') {
    // A server with the same members but another class.
    const members = Object.getOwnPropertyDescriptors(Server.prototype);
    const prototype: object = Object.create(NetServer.prototype, members);
    Object.setPrototypeOf(server, prototype);
  }
  const on = server.on.bind(server);
  const changedOn = (event: string, listener: Listener) => {
    if (event !== 'request') return on(event, listener);
    if (change === 'it listens to requests later') setImmediate(() => on(event, listener));
    else on(event, changeListener(listener, change));
    if (change === 'it has two listeners') on(event, () => undefined);
    return server;
  };
  Object.assign(server, { on: changedOn });
}

function changeListener(listener: Listener, change: LibraryChange | undefined): Listener {
  return (incoming, outgoing) => {
    const isReal = incoming instanceof IncomingMessage;
    if (change === 'its listener uses the socket') incoming.socket.setNoDelay();
    if (change === 'it reads a request in another way' && !isReal) {
      listener({ ...(incoming as object), method: undefined } as never, outgoing);
    } else if (change === 'it writes a response in another way' && !isReal) {
      listener(incoming, { ...outgoing, setHeader: undefined });
    } else listener(incoming, outgoing);
  };
}

/** The programming model that an app sees. */
export function foundModel(
  model: ProgrammingModel,
  change: LibraryChange | undefined,
): ProgrammingModel | undefined {
  if (change === 'its model is hidden') return undefined;
  if (change !== 'its model is a copy') return model;
  return {
    getCapabilities: model.getCapabilities.bind(model),
    getInvocationModel: model.getInvocationModel.bind(model),
  };
}
