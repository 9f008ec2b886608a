import { renderFromKit } from 'deposit-slip/ssr';
import { headers } from 'next/headers';
import { depositKit } from '../deposit/kit';
import { RenderedDeposit } from './RenderedDeposit';

export default async function Page() {
  const given = await headers();
  const method = given.get('x-method') ?? 'HEAD';
  const request = new Request('http://localhost/order', { method, headers: given });
  const slip = await renderFromKit(depositKit(), request, undefined, {
    lang: 'en',
    endpoint: '/deposit',
    paymentId: '90',
    watch: true,
    nonce: given.get('x-nonce') ?? undefined,
  });
  return <RenderedDeposit slip={slip} />;
}
