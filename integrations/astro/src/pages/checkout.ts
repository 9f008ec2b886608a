import type { APIRoute } from 'astro';
import { checkOut } from '../deposit';

export const POST: APIRoute = ({ cookies, redirect }) => {
  cookies.set('session', checkOut(), { httpOnly: true, sameSite: 'lax', secure: true, path: '/' });
  return redirect('/pay', 303);
};
