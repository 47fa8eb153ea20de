/** 200 as long as the process answers at all. Asks nobody else, so that an outage of the store does not restart the desk. */
export function loader() {
  return new Response('live\n', {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
