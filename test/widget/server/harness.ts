import type { Mount } from '../../browsers/mount.js';

/** Proves that test servers mount back ends: answers with what it was asked. */
const mount: Mount = () => ({
  handle: async (request) => {
    if (new URL(request.url).pathname !== '/harness/echo') return undefined;
    return Response.json({ url: request.url, body: await request.text() }, { status: 201 });
  },
});

export default mount;
