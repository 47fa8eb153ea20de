import { HEALTH_CHECKS } from './allowed-hosts.ts'

/** A client that is refused should wait this long. */
const RETRY_AFTER_SECONDS = 5

/**
 * Answers 503 while too many pages are under way, counted from the request to the headers of the response. Rendering keeps the processor
 * busy: with a thousand pages at once no reader would get one in time, and health checks and browsers' telemetry would wait for minutes.
 *
 * @param max pages under way at once
 */
export function limitPages<Client>(max: number, handle: (request: Request, client: Client) => Promise<Response>) {
  let underWay = 0
  return async (request: Request, client: Client): Promise<Response> => {
    if (HEALTH_CHECKS.has(new URL(request.url).pathname)) return handle(request, client)
    if (underWay >= max) return refuse(max)
    underWay++
    try {
      return await handle(request, client)
    } finally {
      underWay--
    }
  }
}

function refuse(max: number): Response {
  return new Response(`Errata is busy with ${max} pages. Try again in ${RETRY_AFTER_SECONDS} seconds.\n`, {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': `${RETRY_AFTER_SECONDS}`,
    },
  })
}
