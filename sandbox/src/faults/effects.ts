import { bodyText, isStatusWithoutBody, json, rememberText } from '../http/response.js';
import { readBodyText } from '../http/body.js';
import { ApiError } from '../http/api-error.js';
import { cutPointOf, cutResponse } from '../http/cut.js';
import { payLater } from './deposit-after.js';
import type { Fault, Next, OperationCall } from './fault.js';
import { reshapeResponse } from './shape.js';
import { throttleResponse } from './throttle.js';

/** Serves a request with one fault: the effects apply in the order of the documentation. */
export async function applyFault(fault: Fault, call: OperationCall, next: Next): Promise<Response> {
  const { delay, depositAfter, shape, cut } = fault;
  if (delay !== undefined) await wait(delay, call);
  let response = await responseOf(fault, call, next);
  // Of several faults, the first that cuts the connection decides.
  if (cutPointOf(response)) return response;
  if (depositAfter !== undefined) await payLater(response, call, depositAfter);
  if (shape) response = await reshapeResponse(response, shape, call);
  response = replaceBody(response, fault);
  if (fault.throttle !== undefined)
    return throttleResponse(response, await bodyText(response), fault.throttle, call.context.later);
  const point = fault.lose === 'answer' || cut === 'before' ? 'start' : cut;
  return point === undefined ? response : cutResponse(response, await bodyText(response), point);
}

/** The response of the operation, or the fault's response in its place. */
async function responseOf({ status, cut, ...answer }: Fault, call: OperationCall, next: Next) {
  if (status === undefined && cut !== 'before') return next();
  // The body is read all the same: the journal shows it, and a connection with unread bytes is reset.
  if (call.request.method === 'POST') await readBodyText(call.request).catch(() => undefined);
  const { code = status ?? 0, msg = 'A fault was injected.', retryAfter } = answer;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (status !== undefined && isStatusWithoutBody(status))
    return rememberText(new Response(null, { status, headers }), '');
  return json({ code, msg, data: null }, status, headers);
}

function replaceBody(response: Response, { body, type }: Fault): Response {
  if (body !== undefined && !isStatusWithoutBody(response.status)) {
    const { status, headers } = response;
    response = rememberText(new Response(body, { status, headers }), body);
  }
  if (type !== undefined) response.headers.set('content-type', type);
  return response;
}

/** Waits. A wait without end rejects when the client disconnects. */
function wait(delay: number | 'forever', { request, context }: OperationCall): Promise<void> {
  return new Promise((resolve, reject) => {
    if (delay !== 'forever') context.later(delay, resolve);
    else {
      const leave = () => reject(new ApiError(500, 'The client disconnected.'));
      if (request.signal.aborted) leave();
      else request.signal.addEventListener('abort', leave);
    }
  });
}
