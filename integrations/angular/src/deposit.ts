import { Component, CUSTOM_ELEMENTS_SCHEMA, input, output } from '@angular/core';
import 'deposit-slip';
import type { DepositArrivedEvent } from 'deposit-slip';

@Component({
  selector: 'shop-deposit',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <deposit-slip
      endpoint="/deposit"
      [paymentId]="methods()"
      watch
      (deposit-arrived)="onArrived($event)"
    ></deposit-slip>
  `,
})
export class Deposit {
  readonly methods = input.required<string>();
  readonly paid = output<string | undefined>();

  onArrived({ payment }: DepositArrivedEvent): void {
    this.paid.emit(payment?.received);
  }
}
