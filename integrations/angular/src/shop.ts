import { Component, signal } from '@angular/core';
import { Deposit } from './deposit';

@Component({
  selector: 'shop-root',
  imports: [Deposit],
  template: `
    @if (isOrdered()) {
      <shop-deposit methods="90" (paid)="amount.set($event)" />
    } @else {
      <button (click)="checkOut()">Check out</button>
    }
    @if (amount(); as sum) {
      <p>Paid: {{ sum }}</p>
    }
  `,
})
export class Shop {
  readonly isOrdered = signal(false);
  readonly amount = signal<string | undefined>(undefined);

  async checkOut(): Promise<void> {
    await fetch('/checkout', { method: 'POST' });
    this.isOrdered.set(true);
  }
}
