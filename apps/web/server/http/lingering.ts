import type { IncomingMessage, RequestListener } from 'node:http';

const idleMs = 5000;
const totalMs = 30_000;

/**
 * Lets who was answered before the end of what they send go on for a while and throws it away: a connection cut at once
 * takes the answer along, since browsers read it only after they have sent all.
 */
export function lingering(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.once('finish', () => {
      if (!request.complete) discard(request);
    });
    listener(request, response);
  };
}

function discard(request: IncomingMessage): void {
  const end = () => request.socket.destroy();
  const idle = setTimeout(end, idleMs).unref();
  const total = setTimeout(end, totalMs).unref();
  request.on('data', () => idle.refresh());
  request.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
  });
  request.resume();
}
