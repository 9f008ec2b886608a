import { after, before, mock } from 'node:test';
import { createMemoryStore } from '../../../src/server/kit/store/memory.js';
import { NOW } from './fixtures.js';
import { recordsSuite } from './records.js';

before(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
after(() => mock.timers.reset());

recordsSuite('a store in memory', () => ({
  store: createMemoryStore(),
  // The clock only moves forward: the tests of a file share it.
  setTime: async (now) => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now });
  },
}));
