import 'deposit-slip';
import type {} from 'deposit-slip/preact';

export function Deposit({ onPaid }: { onPaid: (amount?: string) => void }) {
  return (
    <deposit-slip
      endpoint="/deposit"
      paymentId="90"
      watch
      ondeposit-arrived={({ payment }) => onPaid(payment?.received)}
    />
  );
}
