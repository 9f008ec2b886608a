import { checkOut } from '../utils/deposit';

export default defineEventHandler((event) => {
  setCookie(event, 'session', checkOut(), { httpOnly: true, sameSite: 'lax', secure: true, path: '/' });
  return sendRedirect(event, '/pay', 303);
});
