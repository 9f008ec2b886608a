import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'deposit-slip/history';
import { Deposit } from './Deposit.js';

function Shop() {
  const [isOrdered, setOrdered] = useState(false);
  const [paid, setPaid] = useState<string>();

  async function checkOut() {
    await fetch('/checkout', { method: 'POST' });
    setOrdered(true);
  }

  return (
    <>
      {isOrdered ? <Deposit onPaid={setPaid} /> : <button onClick={checkOut}>Check out</button>}
      {isOrdered && <deposit-history endpoint="/deposit" watch />}
      {paid && <p>Paid: {paid}</p>}
    </>
  );
}

createRoot(document.querySelector('main')!).render(<Shop />);
