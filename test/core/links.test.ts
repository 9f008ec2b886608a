import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardLink, isLoopback, type LinkPolicy } from '../../src/core/links.js';
import { CRAFTED_LINKS, GOOD_HOST, LOOPBACK_LINKS } from '../fixtures/links.js';

const ANY: LinkPolicy = { hosts: [], loopback: false };
const ONE: LinkPolicy = { hosts: [GOOD_HOST], loopback: false };

// docs/reading-policy.md R20
describe('a link', () => {
  it('has its host in ASCII, as the browser contacts it', () => {
    assert.equal(guardLink('https://PAY.Example.com/x', ANY)?.host, 'pay.example.com');
    assert.equal(guardLink('https://xn--pple-43d.com/', ANY)?.host, 'xn--pple-43d.com');
    assert.equal(guardLink('https://pay.example.com:8443/', ANY)?.host, 'pay.example.com:8443');
  });

  it('may lead to a host name with digits that is not an IP address', () => {
    for (const raw of ['https://3ds.example.com/', 'https://pay.example2/', 'https://pay.example.com./'])
      assert.equal(guardLink(raw, ANY)?.href, raw);
  });

  it('is refused in every crafted form', () => {
    for (const raw of CRAFTED_LINKS.never) {
      assert.equal(guardLink(raw, ANY), undefined, JSON.stringify(raw));
      assert.equal(guardLink(raw, ONE), undefined, JSON.stringify(raw));
    }
  });

  it('is refused if its host only resembles the allowed one', () => {
    for (const raw of CRAFTED_LINKS.elsewhere)
      assert.equal(guardLink(raw, ONE), undefined, JSON.stringify(raw));
  });

  it('is accepted if its origin is allowed', () => {
    const policy = { hosts: ['https://pay.example.com:8443'], loopback: false };
    assert.ok(guardLink('https://pay.example.com:8443/l/1', policy));
    assert.equal(guardLink('https://pay.example.com/l/1', policy), undefined);
  });

  it('may lead to loopback only if the page is on loopback', () => {
    for (const raw of LOOPBACK_LINKS) {
      assert.equal(guardLink(raw, ANY), undefined, raw);
      assert.equal(guardLink(raw, { hosts: ['localhost'], loopback: false }), undefined, raw);
      assert.equal(guardLink(raw, { hosts: [], loopback: true })?.href, raw);
    }
  });

  it('may lead to loopback only if loopback is among the allowed hosts, if any are set', () => {
    assert.equal(guardLink('http://localhost:3000/l', { hosts: [GOOD_HOST], loopback: true }), undefined);
    assert.ok(guardLink('http://localhost:3000/l', { hosts: ['localhost:3000'], loopback: true }));
  });

  it('must be https to other hosts, even if the page is on loopback', () => {
    const policy = { hosts: [], loopback: true };
    for (const raw of [
      'http://pay.example.com/',
      'http://192.168.0.1/',
      'https://127.0.0.2/',
      'ftp://localhost/',
    ])
      assert.equal(guardLink(raw, policy), undefined, raw);
  });

  it('is refused with a space, a backslash or a character other than printable ASCII at any position', () => {
    const href = 'https://pay.example.com/l/1';
    for (const char of ['\t', '\n', '\r', '\0', ' ', '\\', '\u00a0', '\u3002', '\uff0e', '\u202e', '\u0430'])
      for (let at = 0; at <= href.length; at++)
        assert.equal(guardLink(href.slice(0, at) + char + href.slice(at), ANY), undefined);
  });
});

describe('loopback', () => {
  it('is every name and address of the machine itself', () => {
    for (const name of ['localhost', 'localhost.', 'shop.localhost', '127.0.0.1', '[::1]'])
      assert.equal(isLoopback(name), true, name);
    for (const name of ['localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '', 'example.com'])
      assert.equal(isLoopback(name), false, name);
  });
});
