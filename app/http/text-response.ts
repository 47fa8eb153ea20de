/** A response to copy or save. Much of it was written by anonymous clients, so no browser may interpret it as anything but text. */
export function textResponse(text: string, status: number, type = 'text/plain'): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
