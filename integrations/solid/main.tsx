import { createSignal, Show } from 'solid-js';
import { render } from 'solid-js/web';
import { Deposit } from './Deposit.js';

// Solid writes its compiled templates with innerHTML, without a Trusted Types policy of its own.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => html });

function Shop() {
  const [isOrdered, setOrdered] = createSignal(false);
  const [paid, setPaid] = createSignal<string>();

  async function checkOut() {
    await fetch('/checkout', { method: 'POST' });
    setOrdered(true);
  }

  return (
    <>
      <Show when={isOrdered()} fallback={<button on:click={checkOut}>Check out</button>}>
        <Deposit methods="90" onPaid={setPaid} />
      </Show>
      <Show when={paid()}>
        <p>Paid: {paid()}</p>
      </Show>
    </>
  );
}

render(() => <Shop />, document.querySelector('main')!);
