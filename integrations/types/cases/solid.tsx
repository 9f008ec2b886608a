/** @jsxImportSource solid-js */
import type {} from 'deposit-slip/solid';

const log = (value: unknown) => console.log(value);
const answer: object | undefined = undefined;

export const slip = () => (
  <deposit-slip
    class="slip"
    endpoint="/deposit"
    payment-id="90 63"
    strict
    prop:answer={answer}
    prop:paymentId="90"
    prop:getSession={async () => 'token'}
    ref={(element) => log(element.status)}
    on:deposit-arrived={({ deposits, expected }) => log([deposits[0]?.amount, expected satisfies boolean])}
  >
    <p slot="done">Thank you</p>
  </deposit-slip>
);

// @ts-expect-error: Solid would set `paymentid`.
export const unknown = () => <deposit-slip paymentId="90" />;
// @ts-expect-error: There is no such theme.
export const theme = () => <deposit-slip theme="blue" />;
// @ts-expect-error: An attribute is text.
export const attribute = () => <deposit-slip payment-id={90} />;
// @ts-expect-error: A time is a number of milliseconds.
export const timeout = () => <deposit-slip prop:timeout="5 s" />;
// @ts-expect-error: The event has no such field.
export const field = () => <deposit-slip on:deposit-ready={({ deposits }) => log(deposits)} />;
