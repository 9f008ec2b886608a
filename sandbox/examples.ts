/** The examples of the sandbox's OpenAPI document: requests, and the responses of a new sandbox. */
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';

export const EXAMPLES_FILE = 'sandbox/assets/examples.json';

interface ExampleRequest {
  /** The id of the operation in the document. */
  readonly id: string;
  readonly title: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** The path, with its parameters in braces. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly token?: string;
  /** Members that depend on earlier responses, which are found by title. */
  readonly later?: (dataOf: DataOf) => Partial<ExampleRequest>;
}

type DataOf = (title: string) => Readonly<Record<string, unknown>>;

/** The time at which the clock of the sandbox is frozen. */
const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

const claim = { merchantId: 1001, clientId: 'claim-1', fiat: 'MXN', amount: '150.00', userPaymentId: 501 };
const transfer = {
  clientId: 'transfer-1',
  fromMerchantId: 1001,
  toMerchantId: 1002,
  fiat: 'BRL',
  paymentId: 90,
  fiatAmount: '200.00',
};
const pixDeposit = { merchantId: 1001, fiat: 'BRL', amount: '187.40', senderName: 'Ana' };
const details = { id: 'pendingFund.get', path: '/v2/merchant/addfunds' };
const activation = { id: 'accounts.activate', path: '/v2/merchant/accounts' };
const orders = { id: 'orders.list', path: '/v2/orders' };

/** Requests to the operations, in the order of sending. */
const OPERATION_REQUESTS: readonly ExampleRequest[] = [
  {
    ...{ id: 'cryptoTransfers.list', path: '/v2/assets/internalTransferOrders' },
    ...{ title: 'Both sides of a transfer', query: { clientId: 'seed-1' } },
  },
  {
    ...{ ...activation, title: 'An account in MXN' },
    body: {
      ...{ merchantId: 1001, fiat: 'MXN', trench: 'CLABE - PROVIDER_A' },
      fieldList: { alias: 'tienda' },
    },
  },
  {
    ...{ ...activation, title: 'An account with an agreement' },
    body: {
      ...{ merchantId: 1001, fiat: 'EUR', trench: 'BANK_NAME_B', callbackUri: 'https://shop.example/back' },
      fieldList: { email: 'sol@shop.example', firstName: 'Sol', lastName: 'Luna' },
    },
  },
  { id: 'funds.claim', title: 'A claim', path: '/v2/merchant/claimfunds', body: claim },
  {
    ...{ id: 'funds.claim', title: 'Another body', path: '/v2/merchant/claimfunds' },
    body: { ...claim, amount: '160.00' },
  },
  { id: 'funds.transfer', title: 'A transfer', path: '/v2/merchant/transfer', body: transfer },
  {
    ...{ id: 'funds.transfer', title: 'Not enough money', path: '/v2/merchant/transfer' },
    body: { ...transfer, clientId: 'transfer-2', fiatAmount: '9000000.00' },
  },
  { ...orders, title: 'A purchase of crypto', query: { orderType: 'fiat_to_crypto', pageSize: 1 } },
  { ...orders, title: 'An exchange', query: { orderType: 'fiat_to_fiat', pageSize: 1 } },
  {
    ...{ id: 'virtualAccounts.list', title: 'CLABE', path: '/v2/merchant/virtual/addfunds' },
    query: { merchantId: 1001, paymentId: 105, fiat: 'MXN', pageSize: 2 },
  },
  {
    ...{ id: 'flows.list', title: 'A transfer and its fee', path: '/v2/merchant/fiat/flows' },
    query: { merchantId: 1001, fiat: 'BRL', pageSize: 2 },
  },
  { ...details, title: 'CLABE', query: { merchantId: 1001, paymentId: 105, fiat: 'MXN' } },
  { ...details, title: 'Pix', query: { merchantId: 1001, paymentId: 90, fiat: 'BRL' } },
  {
    ...{ ...details, title: 'A link for an amount' },
    query: { merchantId: 1001, paymentId: 95, fiat: 'PEN', amount: '12.50' },
  },
  { ...details, title: 'ACH with a message', query: { merchantId: 1001, paymentId: 81, fiat: 'USD' } },
  { id: 'pairs.list', title: 'All pairs', path: '/v2/base/sell/symbols' },
  { ...details, title: 'No amount', query: { merchantId: 1001, paymentId: 95, fiat: 'PEN' } },
  { ...orders, title: 'Without a token', token: '', query: { orderType: 'fiat_to_fiat' } },
  { ...details, title: 'A foreign merchant', query: { merchantId: 2001, paymentId: 105, fiat: 'MXN' } },
];

/** Requests to the control API. */
const CONTROL_REQUESTS: readonly ExampleRequest[] = [
  {
    ...{ id: 'control.deposits.receive', title: 'A deposit', path: '/sandbox/deposits' },
    later: (dataOf) => ({
      body: { ...pixDeposit, txId: dataOf('Pix')['txId'] },
    }),
  },
  {
    ...{ id: 'control.deposits.receive', title: 'An unknown account', path: '/sandbox/deposits' },
    body: { merchantId: 1001, fiat: 'MXN', amount: '10.00', account: '999180000000000015' },
  },
  {
    ...{ id: 'control.deposits.list', title: 'Deposits that were not credited', path: '/sandbox/deposits' },
    query: { matched: 'false' },
  },
  {
    ...{ id: 'control.deposits.return', title: 'A part sent back', path: '/sandbox/deposits/{id}/return' },
    body: { amount: '37.40' },
    later: (dataOf) => ({ params: { id: String(dataOf('A deposit')['id']) } }),
  },
  {
    ...{ id: 'control.orders.create', title: 'An order', path: '/sandbox/orders' },
    body: {
      ...{ merchantId: 1001, clientId: 'order-1', orderType: 'fiat_to_crypto', orderPrice: '17.50' },
      ...{ paymentId: 105, fiat: 'MXN', crypto: 'USDT', cryptoAmount: '10', fiatAmount: '175.00' },
    },
  },
  {
    ...{ id: 'control.orders.change', title: 'Released', path: '/sandbox/orders/{orderId}' },
    body: { orderStatus: 60 },
    later: (dataOf) => ({ params: { orderId: String(dataOf('An order')['orderId']) } }),
  },
  {
    ...{ id: 'control.cryptoTransfers.create', title: 'A transfer', path: '/sandbox/crypto-transfers' },
    body: { fromMerchantId: 1001, toMerchantId: 1002, tokenId: 'USDT', amount: '1.5', clientId: 'crypto-1' },
  },
  {
    ...{ id: 'control.activations.decide', title: 'Accepted', path: '/sandbox/activations/{id}' },
    ...{ params: { id: '2' }, body: { decision: 'accepted' } },
  },
  {
    ...{ id: 'control.activations.list', title: 'Two activations' },
    path: '/sandbox/activations',
  },
  {
    ...{ id: 'control.channels.list', title: 'The channels of a merchant', path: '/sandbox/channels' },
    query: { merchantId: 2001 },
  },
  {
    ...{ id: 'control.channels.set', title: 'A channel that failed', path: '/sandbox/channels' },
    body: {
      ...{ merchantId: 2001, fiat: 'COP', channel: 'COP Account' },
      ...{ status: 'failed', reason: 'The name does not match.' },
    },
  },
  { id: 'control.channels.listTypes', title: 'All kinds', path: '/sandbox/channel-types' },
  {
    id: 'control.postings.listAll',
    title: 'The last posting',
    path: '/sandbox/postings',
    query: { limit: '1' },
  },
  { id: 'control.flows.listAll', title: 'The last flow', path: '/sandbox/flows', query: { limit: '1' } },
  { id: 'control.claims.listAll', title: 'The last claim', path: '/sandbox/claims', query: { limit: '1' } },
  { id: 'control.orders.listAll', title: 'The last order', path: '/sandbox/orders', query: { limit: '1' } },
  { id: 'control.paymentMethods.list', title: 'The seeded ones', path: '/sandbox/payment-methods' },
  {
    ...{ id: 'control.pendingFund.getAny', title: 'CLABE of merchant 2001', path: '/sandbox/pending-fund' },
    query: { merchantId: 2001, paymentId: 105, fiat: 'MXN' },
  },
  {
    ...{ id: 'control.virtualAccounts.setStatus', title: 'Normal', path: '/sandbox/virtual-accounts' },
    body: { merchantId: 1001, paymentId: 105, depositAlias: 'norte', status: 2 },
  },
  {
    ...{ id: 'control.claims.reject', title: 'A rejected claim', path: '/sandbox/claims/{txId}/reject' },
    body: {},
    later: (dataOf) => ({ params: { txId: String(dataOf('A claim')['txId']) } }),
  },
  {
    ...{ id: 'control.fees.set', title: 'A free transfer', path: '/sandbox/fees' },
    body: { transfer: { basisPoints: 0, fixed: '0.00' } },
  },
  {
    ...{ id: 'control.faults.set', title: 'Details as arrays, once', path: '/sandbox/faults' },
    body: { faults: [{ route: 'pending-fund', shape: { values: 'arrays' }, count: 1 }] },
  },
  {
    ...{ id: 'control.faults.set', title: 'Too many requests, once', path: '/sandbox/faults' },
    body: { faults: [{ route: 'pairs', status: 429, retryAfter: 2, count: 1 }] },
  },
  { id: 'control.faults.list', title: 'One fault', path: '/sandbox/faults' },
  { id: 'pairs.list', title: 'A fault', path: '/v2/base/sell/symbols' },
  {
    ...{ id: 'control.requests.list', title: 'Requests with status 429', path: '/sandbox/requests' },
    query: { status: 429 },
  },
  {
    ...{ id: 'control.requests.replay', title: 'The transfer', method: 'POST' },
    path: '/sandbox/requests/{id}/replay',
    params: { id: '6' },
  },
  {
    ...{ id: 'control.requests.clear', title: 'Cleared', path: '/sandbox/requests', method: 'DELETE' },
  },
  { id: 'control.faults.remove', title: 'No faults', path: '/sandbox/faults', method: 'DELETE' },
  {
    ...{ id: 'control.merchants.create', title: 'A merchant', path: '/sandbox/merchants' },
    body: { merchantId: 3001, type: 'individual', token: 'cafe-token', balances: { MXN: '1500.00' } },
  },
  { id: 'control.merchants.list', title: 'All merchants', path: '/sandbox/merchants' },
  {
    ...{ id: 'control.paymentMethods.create', title: 'A payment method', path: '/sandbox/payment-methods' },
    body: { userPaymentId: 601, merchantId: 3001, fiat: 'MXN' },
  },
  {
    ...{ id: 'control.tokens.set', title: 'A token for two merchants', path: '/sandbox/tokens' },
    body: { token: 'both-token', merchantIds: [1001, 3001] },
  },
  {
    ...{ id: 'control.snapshots.take', title: 'A snapshot', method: 'POST' },
    ...{ path: '/sandbox/snapshots/{name}', params: { name: 'before' } },
  },
  { id: 'control.snapshots.list', title: 'Two snapshots', path: '/sandbox/snapshots' },
  {
    ...{ id: 'control.snapshots.restore', title: 'Restored', method: 'POST' },
    ...{ path: '/sandbox/snapshots/{name}/restore', params: { name: 'before' } },
  },
  {
    ...{ id: 'control.snapshots.delete', title: 'Deleted', method: 'DELETE' },
    ...{ path: '/sandbox/snapshots/{name}', params: { name: 'before' } },
  },
  {
    ...{ id: 'control.clock.set', title: 'The next day, frozen', path: '/sandbox/clock' },
    body: { advance: DAY, freeze: true },
  },
  { id: 'control.clock.get', title: 'A frozen clock', path: '/sandbox/clock' },
  { id: 'control.clock.reset', title: 'Real time', path: '/sandbox/clock', method: 'DELETE' },
  { id: 'control.ledger.verify', title: 'No violations', path: '/sandbox/verify' },
  { id: 'control.state.reset', title: 'Reset', path: '/sandbox/reset', method: 'POST' },
];

/** The base URL of links in the examples. */
const BASE_URL = 'http://127.0.0.1:8787';

/** Sends all requests to a new sandbox and returns the text of the file. */
export async function recordExamples(): Promise<string> {
  const sandbox = await startSandbox({ publicUrl: BASE_URL });
  try {
    await sandbox.control.clock({ now: NOW, freeze: true });
    const examples: Recorded[] = [];
    const dataOf = (title: string) => {
      const { response } = examples.find((example) => example.title === title)!;
      return (response['data'] ?? response) as ReturnType<DataOf>;
    };
    for (const request of [...OPERATION_REQUESTS, ...CONTROL_REQUESTS])
      examples.push(await record(sandbox, { ...request, ...request.later?.(dataOf) }));
    // Not formatted: the formatter would write 22.00 as 22.0.
    return `${repeatable(stringify(examples, undefined, 1)!)}\n`;
  } finally {
    await sandbox.stop();
  }
}

interface Recorded {
  readonly title: string;
  readonly response: Readonly<Record<string, unknown>>;
}

async function record(sandbox: Sandbox, request: ExampleRequest): Promise<Recorded> {
  const { id, title, path, params = {}, query, body, token = sandbox.token } = request;
  const url = new URL(sandbox.url + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''));
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': 'application/json',
      'x-bh-token': token,
      authorization: `Bearer ${sandbox.controlToken}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    ...{ id, title },
    ...(request.params && { params }),
    ...{ query, body, status: response.status },
    response: shortened(parse(await response.text())) as Recorded['response'],
  };
}

/** A response with the first two elements of each list. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

/**
 * Replaces the values that vary despite the frozen clock: times of the journal and of real time, secrets, and
 * ids of requests.
 */
function repeatable(text: string): string {
  return text
    .replace(/\b1[0-9]{12}\b/g, (time) => (Number(time) > NOW + DAY ? String(NOW) : time))
    .replace(/(?<=\/sandbox\/agreement\/)[\w-]+/g, 'S4mpleS4mpleS4mpleS4mple')
    .replace(/(?<="milliseconds": )[0-9.]+/g, '1.5')
    .replace(/(?<="requestId": ")[0-9a-f-]+/g, '0f8fad5b-d9cb-469f-a165-70867728950e');
}
