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

export const history = () => (
  <deposit-history
    class="history"
    endpoint="/deposit"
    limit={5}
    watch
    prop:messages={{ history: { title: 'Top-ups' } }}
    prop:getSession={async () => 'token'}
    ref={(element) => log(element.deposits)}
    on:deposit-open={(event) => log([event.paymentId, event.preventDefault()])}
  />
);

// @ts-expect-error: Solid would set `getsession`.
export const historyProperty = () => <deposit-history getSession={async () => 'token'} />;
// @ts-expect-error: A limit is a number.
export const historyLimit = () => <deposit-history limit="5 rows" />;
// @ts-expect-error: There is no such text of the history.
export const historyMessages = () => <deposit-history prop:messages={{ history: { titel: 'Top-ups' } }} />;
// @ts-expect-error: The event has no such field.
export const historyField = () => <deposit-history on:deposit-open={({ deposits }) => log(deposits)} />;
