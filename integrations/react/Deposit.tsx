import 'deposit-slip';
import type {} from 'deposit-slip/react';

export function Deposit({ onPaid }: { onPaid: (amount?: string) => void }) {
  return (
    <deposit-slip
      endpoint="/deposit"
      payment-id="90"
      watch
      ondeposit-arrived={({ payment }) => onPaid(payment?.received)}
    />
  );
}
