import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Listens on a free port, sends it to the parent process, and answers its requests for usage numbers. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () => answerUsage((server.address() as AddressInfo).port));
}

/**
 * Sends the port of a server to the parent process, and answers its requests for usage numbers. Only one
 * for the heap collects: a full collection drops compiled code, which the next work would compile again.
 */
export function answerUsage(port: number): void {
  const delays = loopDelays();
  process.send?.({ port });
  process.on('message', (asked) => {
    if (asked === 'delays') {
      process.send?.(delays());
      return;
    }
    if (asked === 'heap') {
      globalThis.gc?.();
      process.send?.(process.memoryUsage().heapUsed);
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
  process.on('SIGTERM', () => process.exit(0));
  endWithParent();
}

/** Ends this process when its parent has ended: its channel closes, also where the parent crashed. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0));
}

/** Delays of the event loop between two questions. */
export interface LoopDelays {
  p999Ms: number;
  worstMs: number;
  /** The most CPU time of the loop's thread without a turn of the loop: other processes do not add to it. */
  worstCpuMs: number;
}

/** The delays since the last call; the first call starts the measurement. */
function loopDelays(): () => LoopDelays {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let worstCpuMs = 0;
  let usedMs = 0;
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const tick = () => {
    const nowMs = threadMs();
    worstCpuMs = Math.max(worstCpuMs, nowMs - usedMs);
    usedMs = nowMs;
  };
  return () => {
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution: 1 });
      histogram.enable();
      setInterval(tick, 1).unref();
    }
    const measured = {
      p999Ms: histogram.percentile(99.9) / 1e6,
      worstMs: histogram.max / 1e6,
      worstCpuMs,
    };
    histogram.reset();
    worstCpuMs = 0;
    usedMs = threadMs();
    return measured;
  };
}
