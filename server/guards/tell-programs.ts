import { isForPrograms, writeRefusal } from './refuse.ts'

/**
 * Tells programs in JSON what is told to people in a sentence or on a page: too large a body, too many requests at once, a fault. What the API
 * itself answers stays as it is.
 */
export function tellPrograms<Client>(handle: (request: Request, client: Client) => Promise<Response>) {
  return async (request: Request, client: Client): Promise<Response> => {
    const response = await handle(request, client)
    const type = response.headers.get('content-type') ?? ''
    if (response.status < 400 || response.body === null || /\bjson\b/.test(type)) return response
    if (!isForPrograms(new URL(request.url).pathname)) return response
    const detail = type.startsWith('text/plain') ? (await response.text()).trim() : 'Errata could not answer this.'
    const headers = new Headers(response.headers)
    headers.set('content-type', 'application/problem+json')
    for (const name of ['content-length', 'content-encoding']) headers.delete(name)
    return new Response(writeRefusal(response.status, detail), { status: response.status, headers })
  }
}
