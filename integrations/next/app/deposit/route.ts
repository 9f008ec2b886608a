import { depositKit } from './kit';

function handle(request: Request): Promise<Response> {
  return depositKit()(request);
}

export { handle as GET, handle as HEAD, handle as OPTIONS };
export { handle as POST, handle as PUT, handle as PATCH, handle as DELETE };
