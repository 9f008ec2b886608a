'use client';

import 'deposit-slip';
import type { DepositArrivedEvent } from 'deposit-slip';
import type {} from 'deposit-slip/react';
import { useEffect, useState } from 'react';

export function Deposit() {
  const [paid, setPaid] = useState<string>();

  // React adds no listeners to an element that it hydrates.
  useEffect(() => {
    const onArrived = ({ deposits }: DepositArrivedEvent) => setPaid(deposits[0]?.amount);
    document.addEventListener('deposit-arrived', onArrived);
    return () => document.removeEventListener('deposit-arrived', onArrived);
  }, []);

  return (
    <>
      <deposit-slip endpoint="/deposit" payment-id="90" watch />
      {paid && <p>Paid: {paid}</p>}
    </>
  );
}
