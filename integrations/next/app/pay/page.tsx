import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { Deposit } from './Deposit';

export default async function Page() {
  if (!(await cookies()).has('session')) redirect('/');
  return <Deposit />;
}
