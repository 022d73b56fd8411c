// Takes every way out of a process that Node has, each to a port or name of its own where nobody is; for the
// tap's own test.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, promises, resolve4, Resolver } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Worker } from 'node:worker_threads';

const quiet = () => undefined;
const host = '127.0.0.1';

connect(9001, host).on('error', quiet);
connectTls(9002, host).on('error', quiet);
get({ host, port: 9003 }).on('error', quiet);
getSecurely({ host, port: 9004 }).on('error', quiet);
connectHttp2(`http://${host}:9005`).on('error', quiet);
fetch(`http://${host}:9006`).catch(quiet);
new WebSocket(`ws://${host}:9007`).addEventListener('error', quiet);
try {
  createSocket('udp4').send('words', 9008, host);
} catch {
  // The tap lets none go.
}
lookup('one.invalid', quiet);
resolve4('two.invalid', quiet);
promises.resolve4('three.invalid').catch(quiet);
lookUp('five.invalid').catch(quiet);
new Resolver().resolveTxt('four.invalid', quiet);
spawn(process.execPath, ['--version']);
new Worker(new URL('data:text/javascript,'));
