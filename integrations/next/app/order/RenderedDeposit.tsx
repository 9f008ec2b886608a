'use client';

import 'deposit-slip';
import type { DepositArrivedEvent } from 'deposit-slip';
import type {} from 'deposit-slip/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export function RenderedDeposit({ slip }: { slip: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [paid, setPaid] = useState<string>();
  // Only the parser creates a shadow root from HTML. React must not write it on navigation or when it renders again.
  const isParsed = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [html] = useState(isParsed ? { __html: slip } : undefined);

  useEffect(() => {
    const element = place.current;
    const onArrived = ({ payment }: DepositArrivedEvent) => setPaid(payment?.received);
    element?.addEventListener('deposit-arrived', onArrived);
    return () => element?.removeEventListener('deposit-arrived', onArrived);
  }, []);

  return (
    <div ref={place}>
      {html ? (
        <div dangerouslySetInnerHTML={html} suppressHydrationWarning />
      ) : (
        <deposit-slip endpoint="/deposit" payment-id="90" watch />
      )}
      {paid && <p>Paid: {paid}</p>}
    </div>
  );
}

const neverChanges = () => () => {};
