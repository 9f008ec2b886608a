import '../../src/index.js';
