import type { Response } from 'playwright-core'

/** What a browser received by a response: all headers as JSON, cookies and security among them, then the body. */
export async function contentOf(response: Response): Promise<string> {
  const body = response.text().catch(() => askAgain(response))
  return `${JSON.stringify(await response.allHeaders())}\n${await body}`
}

/** Chromium keeps no body of a stream that the page gave up half-way; the server says the same when it is asked again. */
async function askAgain(response: Response): Promise<string> {
  const method = response.request().method()
  if (method !== 'GET')
    throw new Error(`the body of ${method} ${response.url()} is lost: asking again would send it twice`)
  return (await fetch(response.url())).text()
}
