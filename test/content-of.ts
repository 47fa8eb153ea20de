import type { Response } from 'playwright-core'

/** What a browser received by a response: headers as JSON, then the body. */
export async function contentOf(response: Response): Promise<string> {
  // Chromium keeps no body of a stream that the page gave up half-way; the server says the same when it is asked again.
  const body = response.text().catch(async () => (await fetch(response.url())).text())
  return `${JSON.stringify(response.headers())}\n${await body}`
}
