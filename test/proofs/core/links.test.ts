/** P5: links go only where the guard allows. Whatever is accepted is held against words other than the guard's own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { domainToASCII, parse as parseLegacy } from 'node:url';
import fc from 'fast-check';
import { guardLink, type LinkPolicy } from '../../../src/core/links.js';
import { CRAFTED_LINKS, GOOD_HOST, GOOD_LINKS } from '../../fixtures/links.js';
import { LOOK_ALIKES } from '../../fixtures/look-alikes.js';
import { corpusLines, hasCorpus, hostileTexts, NO_CORPUS } from '../../fixtures/payloads.js';
import { cases } from '../scale.js';

const ANY: LinkPolicy = { hosts: [], loopback: false };
const ONE: LinkPolicy = { hosts: [GOOD_HOST], loopback: false };
const IN_CORPUS: LinkPolicy = { hosts: ['www.whitelisteddomain.tld'], loopback: false };
/** Pages an address could be resolved against: what is a link of its own leads to the same place from each. */
const PAGES = ['https://shop.example/a/b', 'http://localhost:3000/', 'blob:https://shop.example/1'];

/** Asks the guard, and holds what it accepts to the promise. */
function accepts(raw: string, policy: LinkPolicy): boolean {
  const link = guardLink(raw, policy);
  if (!link) return false;
  const { protocol, host, hostname, username, password } = new URL(raw);
  assert.deepEqual(link, { href: raw, host }, raw);
  assert.equal(protocol, 'https:', raw);
  assert.equal(username + password, '', raw);
  assert.match(raw, /^[!-~]+$/);
  assert.doesNotMatch(hostname, /^\[|^[\d.]+$|(^|\.)localhost\.?$/, raw);
  if (policy.hosts.length > 0) assert.ok(policy.hosts.includes(host), raw);
  assert.deepEqual([...readings(raw)], [hostname], raw);
  return true;
}

/** The host as other readers of addresses find it: RFC 3986 by its own expression, Node's old parser, a page's base. */
function readings(raw: string): Set<string> {
  const authority = /^[^:/?#]+:\/\/([^/?#]*)/.exec(raw)?.[1] ?? '';
  const host = authority.replace(/:\d*$/, '').toLowerCase();
  return new Set([
    host,
    // The old parser gives up where a name is longer than DNS has any.
    host.length > 255 ? host : parseLegacy(raw).hostname!,
    ...PAGES.map((page) => new URL(raw, page).hostname),
  ]);
}

const PIECES = [
  ...['https://', 'http://', '//', '/', '\\', ':', '@', '.', '#', '?', '%', '%2f', '%40', '%00', '[', ']'],
  ...['::1', '0x7f.1', '127.0.0.1', '2130706433', 'localhost', GOOD_HOST, 'evil.com', 'xn--', 'xn--pple-43d'],
  ...[
    'a',
    '1',
    '-',
    '_',
    ':443',
    ':0',
    ';',
    '&',
    '\t',
    '\n',
    '\u0000',
    '\u3002',
    '\uff0e',
    '\u0430',
    '\u00ad',
  ],
];
const piece = fc.constantFrom(...PIECES);
const crafted = fc.constantFrom<string>(...GOOD_LINKS, ...CRAFTED_LINKS.never, ...CRAFTED_LINKS.elsewhere);
const mutated = fc
  .tuple(crafted, fc.array(fc.tuple(piece, fc.nat(60), fc.nat(6)), { minLength: 1, maxLength: 3 }))
  .map(([raw, changes]) =>
    changes.reduce((text, [added, at, cut]) => text.slice(0, at) + added + text.slice(at + cut), raw),
  );
const built = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

describe('a link, whatever comes as one', () => {
  it('is accepted in its 20 good forms, to any host or to the one allowed', () => {
    assert.equal(GOOD_LINKS.length, 20);
    for (const href of GOOD_LINKS) for (const policy of [ANY, ONE]) assert.ok(accepts(href, policy), href);
  });

  it('is refused where parsers would read two hosts', () => {
    for (const sign of ';,\'!$&()*+=~`{}|^<>"')
      for (const policy of [ANY, ONE])
        assert.equal(accepts(`https://${GOOD_HOST}${sign}.evil.com/`, policy), false, sign);
  });

  it('is safe whenever it is accepted: mutations of good and crafted ones', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: mutated }, { weight: 1, arbitrary: built }), (raw) => {
        for (const policy of [ANY, ONE]) if (accepts(raw, policy)) accepted++;
      }),
      { numRuns: cases(20_000, 100_000) },
    );
    assert.ok(accepted > 1_000, `only ${accepted} accepted: the property proves little`);
  });

  it('is safe whenever it is accepted: the public corpora of open redirects', (test) => {
    if (!hasCorpus) test.diagnostic(NO_CORPUS);
    const lines = ['pat-Open-Redirect-payloads.txt', 'pat-openredirects.txt'].flatMap(corpusLines);
    const accepted = lines.filter((raw) => accepts(raw, IN_CORPUS));
    for (const raw of lines) accepts(raw, ANY);
    // A redirect on the allowed host itself is its owner’s to close.
    assert.ok(accepted.length <= 1, accepted.join(' '));
  });

  it('is safe whenever it is accepted: every hostile text, alone and as a part of an address', (test) => {
    if (!hasCorpus) test.diagnostic(NO_CORPUS);
    for (const text of hostileTexts()) {
      accepts(text, ANY);
      assert.equal(accepts(text, ONE), false, text);
      for (const raw of [`https://${text}`, `https://${GOOD_HOST}${text}`, `https://${text}@${GOOD_HOST}/`])
        for (const policy of [ANY, ONE]) accepts(raw, policy);
    }
  });
});

describe('a host that looks like the allowed one', () => {
  const looks = [...GOOD_HOST].flatMap((sign, at) =>
    (LOOK_ALIKES.get(sign) ?? []).map((other) => GOOD_HOST.slice(0, at) + other + GOOD_HOST.slice(at + 1)),
  );

  it('is refused in the letters it is written in', () => {
    assert.ok(looks.length > 60, `${looks.length} look-alikes`);
    for (const host of looks)
      for (const policy of [ANY, ONE]) assert.equal(accepts(`https://${host}/l/1`, policy), false, host);
  });

  it('is refused in the ASCII it stands for, or shown in it where any host is allowed', () => {
    let shown = 0;
    for (const ascii of looks.map(domainToASCII)) {
      // Some fold to the very host: its own letters in another width, and then it is no look-alike.
      if (ascii === '' || ascii === GOOD_HOST) continue;
      const raw = `https://${ascii}/l/1`;
      assert.equal(accepts(raw, ONE), false, raw);
      if (!accepts(raw, ANY)) continue;
      shown++;
      assert.equal(guardLink(raw, ANY)?.host, ascii);
      assert.ok(ascii.includes('xn--'), ascii);
    }
    assert.ok(shown > 30, `${shown} shown`);
  });

  it('is refused with its signs percent-encoded, or split by signs that parsers drop', () => {
    for (let at = 0; at < GOOD_HOST.length; at++) {
      const [head, sign, tail] = [GOOD_HOST.slice(0, at), GOOD_HOST[at]!, GOOD_HOST.slice(at + 1)];
      const encoded = `${head}%${sign.codePointAt(0)!.toString(16)}${tail}`;
      for (const host of [
        encoded,
        ...['\t', '\n', '\r', '\u00ad', '\u200d', '\u2060'].map((gone) => head + sign + gone + tail),
      ])
        for (const policy of [ANY, ONE]) assert.equal(accepts(`https://${host}/`, policy), false, host);
    }
  });
});
