import { render } from 'preact';
import { useState } from 'preact/hooks';
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
      {paid && <p>Paid: {paid}</p>}
    </>
  );
}

render(<Shop />, document.querySelector('main')!);
