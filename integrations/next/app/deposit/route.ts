import { createDepositKit, type DepositKit } from 'deposit-slip/kit';
import { cookies } from 'next/headers';
import { grantOf, settings } from './orders';
import { sessions } from './sessions';

let deposit: DepositKit | undefined;

async function authorize() {
  const session = (await cookies()).get('session')?.value;
  return grantOf(session === undefined ? undefined : await sessions.get(session));
}

function handle(request: Request): Promise<Response> {
  deposit ??= createDepositKit({ ...settings, authorize });
  return deposit(request);
}

export { handle as GET, handle as HEAD, handle as OPTIONS };
