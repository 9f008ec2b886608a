'use client';

import 'deposit-slip';
import type { DepositArrivedEvent, DepositSlip } from 'deposit-slip';
import type {} from 'deposit-slip/react';
import { useEffect, useRef, useState } from 'react';

export function Deposit() {
  const slip = useRef<DepositSlip>(null);
  const [paid, setPaid] = useState<string>();

  // React adds no listeners to an element that it hydrates.
  useEffect(() => {
    const element = slip.current;
    const onArrived = ({ payment }: DepositArrivedEvent) => setPaid(payment?.received);
    element?.addEventListener('deposit-arrived', onArrived);
    return () => element?.removeEventListener('deposit-arrived', onArrived);
  }, []);

  return (
    <>
      <deposit-slip ref={slip} endpoint="/deposit" payment-id="90" watch />
      {paid && <p>Paid: {paid}</p>}
    </>
  );
}
