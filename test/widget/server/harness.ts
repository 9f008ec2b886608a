import type { Mount } from '../../browsers/mount.js';

/** `/harness/echo` returns its request, for the test that back ends are mounted on the page's origin. */
const mount: Mount = () => ({
  handle: async (request) => {
    if (new URL(request.url).pathname !== '/harness/echo') return undefined;
    return Response.json({ url: request.url, body: await request.text() }, { status: 201 });
  },
});

export default mount;
