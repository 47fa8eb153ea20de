/** 200 as long as the process answers. Queries nothing, so that an outage of the database does not restart the app. */
export function loader() {
  return new Response('live\n', {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
