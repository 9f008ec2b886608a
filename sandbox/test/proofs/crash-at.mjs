// Preloaded into a sandbox's process. Kills it at the point that CRASH_AT names: `commit`, before PGlite
// commits the next transaction, or `response`, before the response to the next POST is sent.
import { ServerResponse } from 'node:http';
import { PGlite } from '@electric-sql/pglite';

const { transaction } = PGlite.prototype;
const { end } = ServerResponse.prototype;

const crash = () => process.kill(process.pid, 'SIGKILL');

if (process.env.CRASH_AT === 'commit')
  PGlite.prototype.transaction = function (work) {
    return transaction.call(this, async (tx) => {
      await work(tx);
      crash();
    });
  };

if (process.env.CRASH_AT === 'response')
  ServerResponse.prototype.end = function (...rest) {
    if (this.req.method === 'POST') crash();
    return end.apply(this, rest);
  };
