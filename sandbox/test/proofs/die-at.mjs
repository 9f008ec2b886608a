// Preloaded into a sandbox's process, ends it without a word at the point DIE_AT names: before it commits its next
// transaction on PGlite, or before it writes the answer to its next POST.
import { ServerResponse } from 'node:http';
import { PGlite } from '@electric-sql/pglite';

const { transaction } = PGlite.prototype;
const { end } = ServerResponse.prototype;

const die = () => process.kill(process.pid, 'SIGKILL');

if (process.env.DIE_AT === 'commit')
  PGlite.prototype.transaction = function (work) {
    return transaction.call(this, async (tx) => {
      await work(tx);
      die();
    });
  };

if (process.env.DIE_AT === 'answer')
  ServerResponse.prototype.end = function (...rest) {
    if (this.req.method === 'POST') die();
    return end.apply(this, rest);
  };
