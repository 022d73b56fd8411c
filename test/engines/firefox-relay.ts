#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import * as z from 'zod';

/**
 * Firefox for Playwright: starts the Firefox of FIREFOX_PATH with the arguments given, and relays its
 * WebDriver BiDi (W3C). A command of the newest draft that this release does not know is answered with an
 * empty result where the journey does without it: Playwright sends it for each window, whatever is asked for.
 */
const OPTIONAL = new Set(['emulation.setMediaFeaturesOverride']);
const Command = z.object({ id: z.number(), method: z.string() });
const Refusal = z.object({ type: z.literal('error'), id: z.number(), error: z.literal('unknown command') });

const Frame = z.instanceof(Buffer);
const textOf = (data: RawData) => Frame.parse(data).toString();

/** The frame as it is passed on to Playwright. */
function relayed(frame: string, optional: Set<number>): string {
  const refusal = Refusal.safeParse(JSON.parse(frame)).data;
  if (!refusal || !optional.has(refusal.id)) return frame;
  return JSON.stringify({ type: 'success', id: refusal.id, result: {} });
}

function relay(client: WebSocket, address: string): void {
  const optional = new Set<number>();
  const browser = new WebSocket(address, { perMessageDeflate: false });
  const opened = new Promise((resolve) => browser.once('open', resolve));
  client.on('message', (data) => {
    const frame = textOf(data);
    const { id, method } = Command.parse(JSON.parse(frame));
    if (OPTIONAL.has(method)) optional.add(id);
    void opened.then(() => {
      browser.send(frame);
    });
  });
  browser.on('message', (data) => {
    client.send(relayed(textOf(data), optional));
  });
  browser.on('close', () => {
    client.close();
  });
  client.on('close', () => {
    browser.close();
  });
}

const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface(firefox.stderr)) {
  const address = /WebDriver BiDi listening on (ws:\/\/.*)$/.exec(line)?.[1];
  if (address === undefined) {
    process.stderr.write(`${line}\n`);
    continue;
  }
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    path: '/session',
    perMessageDeflate: false,
  });
  server.on('connection', (client) => {
    relay(client, `${address}/session`);
  });
  server.on('listening', () => {
    const bound = z.object({ port: z.number() }).parse(server.address());
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${bound.port}\n`);
  });
}
