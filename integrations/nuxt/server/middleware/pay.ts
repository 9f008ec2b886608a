import { renderFromKit } from 'deposit-slip/ssr';
import { deposit, grantOf } from '../utils/deposit';

/** Renders the slip for the page, which finds it in the context of its event. */
export default defineEventHandler(async (event) => {
  if (event.path !== '/pay') return;
  const request = toWebRequest(event);
  if (grantOf(request) === null) return sendRedirect(event, '/', 303);
  setHeader(event, 'Cache-Control', 'no-store, no-transform');
  event.context['slip'] = await renderFromKit(deposit, request, undefined, {
    lang: 'en',
    endpoint: '/deposit',
    paymentId: '90',
    watch: true,
  });
});
