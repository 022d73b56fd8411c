// Loaded into a worker before its code: sets the worker's clock ahead of the machine's.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const now = Date.now.bind(Date);
Date.now = () => now() + aheadMs;
