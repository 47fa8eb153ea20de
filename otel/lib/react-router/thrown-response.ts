import type { ErrorResponse } from 'react-router'

const maxBodyChars = 2_000

/** A thrown response has no type, message or stack: its status and body describe it. Its stack would be ours. */
export class ThrownResponse extends Error {
  override readonly name = 'ThrownResponse'

  constructor(status: number | undefined, body: string) {
    super(`${status} ${body.slice(0, maxBodyChars)}`.trim())
    delete this.stack
  }
}

export const textOfBody = (body: unknown) => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))

const describedResponses = new WeakMap<ErrorResponse, ThrownResponse>()

/** The same object for the same response, however many hooks see it. */
export function describeErrorResponse(response: ErrorResponse): ThrownResponse {
  const known = describedResponses.get(response)
  if (known !== undefined) return known
  let body: string
  try {
    body = textOfBody(response.data)
  } catch (error) {
    body = `(unreadable: ${String(error)})`
  }
  const description = new ThrownResponse(response.status, body)
  describedResponses.set(response, description)
  return description
}
