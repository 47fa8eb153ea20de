/** An answer to copy or to save. Strangers wrote much of it: no browser takes it for anything but text. */
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
