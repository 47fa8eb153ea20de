import type { Response } from 'playwright-core'

/** A response as received by the browser: all headers as JSON, then the body. */
export async function contentOf(response: Response): Promise<string> {
  const body = response.text().catch(() => askAgain(response))
  return `${JSON.stringify(await response.allHeaders())}\n${await body}`
}

/**
 * Chromium keeps no body of a stream that the page gave up half-way; the server says the same when it is asked again, in a trace of its
 * own. A form is sent twice then: what is counted must be counted by trace.
 */
async function askAgain(response: Response): Promise<string> {
  const request = response.request()
  const { 'content-type': type = '', origin = '' } = await request.allHeaders()
  const form = request.method() === 'GET' ? {} : { body: request.postData(), headers: { 'content-type': type, origin } }
  return (await fetch(response.url(), { method: request.method(), ...form })).text()
}
