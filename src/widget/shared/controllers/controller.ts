import type { ReactiveController } from 'lit';

/**
 * A controller with every method that Lit calls: Lit looks for those that a controller lacks, and would find
 * what a script of the page has added to `Object.prototype`.
 */
export class Controller implements ReactiveController {
  hostConnected(): void {}
  hostDisconnected(): void {}
  hostUpdate(): void {}
  hostUpdated(): void {}
}
