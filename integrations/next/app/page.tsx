import { connection } from 'next/server';
import { checkOut } from './checkout';

export default async function Page() {
  await connection(); // A prerendered page has no nonce.
  return (
    <form action={checkOut}>
      <button>Check out</button>
    </form>
  );
}
