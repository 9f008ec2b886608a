import { connection } from 'next/server';
import { checkOut } from './checkout';

export default async function Page() {
  await connection(); // A page that is built in advance has no nonce.
  return (
    <form action={checkOut}>
      <button>Check out</button>
    </form>
  );
}
