// Loaded before a service (`node --import`): writes down every connection that it opens, and every byte that
// it sends on one.
import { ChildProcess } from 'node:child_process';
import { Socket as Datagrams } from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';
import threads from 'node:worker_threads';

const file = process.env.NETWORK_TAP_FILE;
const note = (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
/** Only sockets that connected out of themselves; those that a server took are not listed. */
const outbound = new WeakMap();

const { connect, write, end } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const to =
    typeof options === 'object' ? (options.path ?? `${options.host}:${options.port}`) : String(options);
  outbound.set(this, to);
  note({ to, connects: true });
  return connect.apply(this, args);
};
function tapped(method) {
  return function (chunk, ...rest) {
    const to = outbound.get(this);
    if (to !== undefined && chunk && typeof chunk !== 'function') {
      note({ to, sent: Buffer.from(chunk).toString('latin1') });
    }
    return method.call(this, chunk, ...rest);
  };
}
Socket.prototype.write = tapped(write);
Socket.prototype.end = tapped(end);
const { _writev: writev } = Socket.prototype;
Socket.prototype._writev = function (chunks, done) {
  const to = outbound.get(this);
  if (to !== undefined)
    for (const { chunk } of chunks) note({ to, sent: Buffer.from(chunk).toString('latin1') });
  return writev.call(this, chunks, done);
};

Datagrams.prototype.send = function () {
  note({ to: 'datagram', connects: true });
  throw new Error('Nothing here sends datagrams.');
};

// A name that is asked for can carry words away, too.
for (const asked of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(asked).filter((one) =>
    /^(lookup|resolve|reverse)/.test(one),
  )) {
    const { [name]: ask } = asked;
    asked[name] = function (host, ...rest) {
      // An address needs no name server: it is noted where it is connected to.
      if (isIP(host) === 0) note({ to: `name ${host}`, connects: true });
      return ask.call(this, host, ...rest);
    };
  }
}
// What another process does is not heard here, so that there is one is said. A thread loads the tap too, and
// says so: one that does not is not heard either.
if (!threads.isMainThread) note({ to: 'thread that is heard', connects: true });
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  note({ to: `process ${options.file}`, connects: true });
  return spawn.call(this, options);
};
const { NODE_OPTIONS, NETWORK_TAP_FILE } = process.env;
threads.Worker = class extends threads.Worker {
  constructor(url, options = {}) {
    note({ to: 'thread', connects: true });
    // A thread with an environment of its own loads the tap as well.
    const env = options.env && { ...options.env, NODE_OPTIONS, NETWORK_TAP_FILE };
    super(url, { ...options, ...(env && { env }) });
  }
};

// Named imports get these, too.
syncBuiltinESMExports();
