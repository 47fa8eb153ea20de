import type { Response } from 'playwright-core'

/** A response as received by the browser: all headers as JSON, then the body. */
export async function readWholeResponse(response: Response): Promise<string> {
  const body = response.text().catch(() => askAgain(response))
  return `${JSON.stringify(await response.allHeaders())}\n${await body}`
}

/**
 * Chromium discards the body of a stream that the page aborted; the request is repeated, in a trace of its own. Forms are sent twice then:
 * count by trace.
 */
async function askAgain(response: Response): Promise<string> {
  const request = response.request()
  const { 'content-type': type = '', origin = '' } = await request.allHeaders()
  const form = request.method() === 'GET' ? {} : { body: request.postData(), headers: { 'content-type': type, origin } }
  return (await fetch(response.url(), { method: request.method(), ...form })).text()
}
