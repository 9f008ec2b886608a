import type { Sandbox } from 'deposit-slip-sandbox';

const MERCHANT = '1001';

/**
 * The addresses of the simulator's pages, each with a way back; the last two are the same payment with two
 * amounts.
 */
export async function simulatorPages(sandbox: Sandbox, lang: string): Promise<readonly string[]> {
  const clabe = (await details(sandbox, 105, 'MXN'))['Cuenta CLABE']!;
  const sepa = await details(sandbox, 85, 'EUR');
  const { qrCodeLink = '' } = await details(sandbox, 137, 'ARS', '1500.00');
  const kept = { lang, return: 'http://localhost:4400/?lang=en' };
  const at = (path: string, params: Record<string, string> = {}): string =>
    `${new URL(path, sandbox.url)}?${new URLSearchParams({ ...params, ...kept })}`;
  const transfer = { account: clabe, beneficiary: 'Tienda Sol', amount: '1250.00' };
  return [
    at('/sandbox/pay'),
    at('/sandbox/pay', { account: '999180000000000017' }),
    at('/sandbox/pay', transfer),
    at('/sandbox/pay', { account: sepa['IBAN']!, reference: sepa['Deposit Message']!, amount: '20' }),
    at('/sandbox/pay', { link: qrCodeLink }),
    at(qrCodeLink),
    at(await verifyLink(sandbox)),
    at('/sandbox/pay/late', transfer),
    at('/sandbox/pay/refused', transfer),
    at('/sandbox/pay', { account: clabe, amount: '1' }),
    at('/sandbox/pay', transfer),
  ];
}

async function details(
  { url, token }: Sandbox,
  paymentId: number,
  fiat: string,
  amount?: string,
): Promise<Record<string, string>> {
  const query = { merchantId: MERCHANT, paymentId: String(paymentId), fiat, ...(amount && { amount }) };
  const response = await fetch(`${url}/v2/merchant/addfunds?${new URLSearchParams(query)}`, {
    headers: { 'x-bh-token': token },
  });
  const { data } = (await response.json()) as { data: { fieldList: Record<string, string> } };
  return data.fieldList;
}

async function verifyLink({ url, token }: Sandbox): Promise<string> {
  const response = await fetch(`${url}/v2/merchant/accounts`, {
    method: 'POST',
    headers: { 'x-bh-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantId: Number(MERCHANT),
      fiat: 'EUR',
      trench: 'BANK_NAME_B',
      callbackUri: 'https://shop.example/back',
      fieldList: { email: 'ana@shop.example', firstName: 'Ana', lastName: 'Sol' },
    }),
  });
  const { data } = (await response.json()) as { data: { verifyLink: string } };
  return data.verifyLink;
}
