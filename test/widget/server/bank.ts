import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import type { Mount } from '../../browsers/mount.js';

/**
 * The whole chain on the page's own origin: `/bank/deposit?visit=…` is a real kit before a real sandbox, `/bank/pay` lets
 * a deposit arrive there.
 */
const mount: Mount = async () => {
  const sandbox = await startSandbox();
  const kit = createDepositKit({
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    authorize: (request) =>
      grantOf(new URL(request.headers.get('x-asked') ?? request.url).searchParams.get('visit')),
  });
  return {
    handle: async (request) => {
      const url = new URL(request.url);
      if (url.pathname === '/bank/pay')
        return Response.json(
          await sandbox.control.deposit(
            (await request.json()) as Parameters<typeof sandbox.control.deposit>[0],
          ),
        );
      if (url.pathname === '/bank/verify') return Response.json(await sandbox.control.verify());
      if (!url.pathname.startsWith('/bank/deposit/')) return undefined;
      // The visit is in the path here, where a shop would have a cookie: the kit takes no parameter it does not know.
      const visit = url.pathname.slice('/bank/deposit/'.length);
      const asked = new Headers(request.headers);
      asked.set('x-asked', `${url.origin}/?visit=${visit}`);
      return kit(new Request(url, { headers: asked }));
    },
    close: () => sandbox.stop(),
  };
};

function grantOf(visit: string | null): Grant | null {
  if (!visit) return null;
  const methods = METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat }));
  return {
    id: visit,
    merchantId: visit.startsWith('blind') ? 1002 : 1001,
    methods,
    ownAccount: !visit.startsWith('blind'),
  };
}

export default mount;
