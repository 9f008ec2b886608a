/** @jsxImportSource react */
import type { DepositSlip } from 'deposit-slip';
import type { DepositHistory } from 'deposit-slip/history';
import type {} from 'deposit-slip/react';

const log = (value: unknown) => console.log(value);
const answer: object | undefined = undefined;

export const attributes = <deposit-slip endpoint="/deposit" payment-id="90 63" min-amount="10.00" strict />;
export const properties = (
  <deposit-slip
    className="slip"
    paymentId="90"
    answer={answer}
    timeout={5000}
    theme="dark"
    messages={{ copied: 'Done' }}
    getSession={async () => 'token'}
    ref={(slip: DepositSlip | null) => log(slip?.status)}
    ondeposit-arrived={({ deposits, expected }) => log([deposits[0]?.amount, expected satisfies boolean])}
    ondeposit-copy={({ outcome }) => log(outcome satisfies 'copied' | 'selected' | 'blocked')}
  >
    <p slot="done">Thank you</p>
  </deposit-slip>
);

// @ts-expect-error: There is no such property.
export const unknown = <deposit-slip payment="90" />;
// @ts-expect-error: There is no such theme.
export const theme = <deposit-slip theme="blue" />;
// @ts-expect-error: An attribute is text.
export const attribute = <deposit-slip payment-id={90} />;
// @ts-expect-error: A time is a number of milliseconds.
export const timeout = <deposit-slip timeout="5 s" />;
// @ts-expect-error: There is no such text.
export const messages = <deposit-slip messages={{ copied: 1 }} />;
// @ts-expect-error: The status cannot be set.
export const status = <deposit-slip status="ready" />;
// @ts-expect-error: The event has no such field.
export const field = <deposit-slip ondeposit-ready={({ deposits }) => log(deposits)} />;

export const history = (
  <deposit-history
    className="history"
    endpoint="/deposit"
    merchant-name="Shop"
    limit={5}
    watch
    messages={{ copied: 'Done', history: { title: 'Top-ups' } }}
    getSession={async () => 'token'}
    ref={(element: DepositHistory | null) => log(element?.deposits)}
    ondeposit-list={({ deposits, arrived }) => log([deposits[0]?.amount, arrived[0]?.status])}
    ondeposit-open={(event) => log([event.paymentId, event.preventDefault()])}
  >
    <p slot="empty">Nothing yet</p>
  </deposit-history>
);

// @ts-expect-error: There is no such property.
export const historyUnknown = <deposit-history limits={5} />;
// @ts-expect-error: The history has no method to choose.
export const historyMethod = <deposit-history paymentId="90" />;
// @ts-expect-error: A limit is a number.
export const historyLimit = <deposit-history limit="5 rows" />;
// @ts-expect-error: There is no such text of the history.
export const historyMessages = <deposit-history messages={{ history: { titel: 'Top-ups' } }} />;
// @ts-expect-error: The deposits cannot be set.
export const historyDeposits = <deposit-history deposits={[]} />;
// @ts-expect-error: The event has no such field.
export const historyField = <deposit-history ondeposit-open={({ deposits }) => log(deposits)} />;
