import { CRAFTED_LINKS } from '../../fixtures/links.js';
import { corpora, INPUTS, jsonBodies, ownTexts } from '../../fixtures/payloads.js';
import { SEED } from '../../seed.js';
import type { Mount } from '../../browsers/mount.js';

/**
 * Serves the hostile inputs of this run to pages that try them on the element. `/payloads` lists texts,
 * including links: `part` and `of` select one part of our own, and `every` selects each n-th of the public
 * collections. `/json-suite` lists JSON bodies, and `/json-suite/<name>` serves one as an endpoint's
 * response.
 */
const mount: Mount = () => ({
  handle: (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, place, name] = pathname.split('/');
    try {
      if (place === 'payloads')
        return Response.json({ seed: SEED, inputs: INPUTS, texts: payloads(searchParams) });
      if (place === 'json-suite') return jsonBody(name);
      return undefined;
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
});

function payloads(params: URLSearchParams): readonly string[] {
  const numberOf = (name: string, otherwise: number): number => Number(params.get(name) ?? otherwise);
  const [part, of, every] = [numberOf('part', 0), numberOf('of', 1), numberOf('every', 1)];
  const { texts, links } = corpora();
  const ours = [ownTexts(), [...CRAFTED_LINKS.never, ...CRAFTED_LINKS.elsewhere]];
  // Neighbors come from different productions, so a part is one slice.
  const parts = ours.flatMap((list) =>
    list.slice((part * list.length) / of, ((part + 1) * list.length) / of),
  );
  return [...new Set([...parts, ...[...texts, ...links].filter((_, at) => at % every === 0)])];
}

function jsonBody(name: string | undefined): Response {
  const bodies = jsonBodies();
  if (name === undefined) return Response.json([...bodies.keys()]);
  const bytes = bodies.get(decodeURIComponent(name));
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/json' } });
}

export default mount;
