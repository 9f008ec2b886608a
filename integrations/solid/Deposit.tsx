import 'deposit-slip';
import type { PartialMessages } from 'deposit-slip';
import type {} from 'deposit-slip/solid';

export function Deposit(props: {
  methods: string;
  messages?: PartialMessages;
  onPaid: (amount?: string) => void;
}) {
  return (
    <deposit-slip
      endpoint="/deposit"
      payment-id={props.methods}
      watch
      prop:messages={props.messages}
      on:deposit-arrived={({ payment }) => props.onPaid(payment?.received)}
    />
  );
}
