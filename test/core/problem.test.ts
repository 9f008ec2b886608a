import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problem, problemOfStatus, PROBLEM_KINDS } from '../../src/core/problem.js';

describe('a problem', () => {
  it('is frozen and says whether a repeated request may succeed', () => {
    const retryable = PROBLEM_KINDS.filter((kind) => problem(kind).retryable);
    assert.deepEqual(retryable, ['offline', 'timeout', 'unavailable', 'rate-limited', 'unreadable']);
    assert.ok(Object.isFrozen(problem('offline')));
  });

  it('omits details that are undefined', () => {
    assert.deepEqual(structuredClone(problem('refused', { code: '1001', message: undefined })), {
      kind: 'refused',
      retryable: false,
      code: '1001',
    });
  });

  // docs/reading-policy.md R1
  it('follows from the HTTP status', () => {
    const expected = {
      200: undefined,
      299: undefined,
      302: 'unreadable',
      400: 'refused',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'not-found',
      408: 'timeout',
      422: 'refused',
      429: 'rate-limited',
      500: 'unavailable',
      502: 'unavailable',
      504: 'timeout',
    };
    for (const [status, kind] of Object.entries(expected))
      assert.equal(problemOfStatus(Number(status)), kind, status);
  });
});
