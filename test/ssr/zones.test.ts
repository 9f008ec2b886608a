/** The zone of a time, in a part of the world whose zone is a difference from Greenwich. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMoment } from '../../src/widget/shared/i18n/formatting.js';

process.env['TZ'] = 'America/Sao_Paulo';

describe('a moment', () => {
  it('has no place to break between its time and the end of its zone', () => {
    const moment = formatMoment(Date.UTC(2026, 2, 4, 15), 'en');
    assert.match(moment, /12:00\u00a0GMT\u20113$/);
  });
});
