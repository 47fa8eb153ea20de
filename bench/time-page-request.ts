import { Agent, get } from 'node:http'

/** Milliseconds since the request. */
export interface PageTimes {
  readonly firstByteMs: number
  readonly pageMs: number
}

export interface TimedPage extends PageTimes {
  readonly html: string
  /** Trace of the page view. */
  readonly traceId: string
}

const agent = new Agent({ keepAlive: true })

/**
 * Opens a page as a browser does, over an open connection.
 *
 * @param url Absolute.
 * @throws {Error} If the status is not 200.
 */
export function timePageRequest(url: string): Promise<TimedPage> {
  return new Promise((resolve, reject) => {
    const fromMs = performance.now()
    const req = get(url, { agent, headers: { accept: 'text/html' }, timeout: 60_000 }, res => {
      const firstByteMs = performance.now() - fromMs
      const timing = String(res.headers['server-timing'] ?? '')
      const traceId = /traceparent;desc="00-([0-9a-f]{32})/.exec(timing)?.[1] ?? ''
      let html = ''
      res.setEncoding('utf8').on('data', (text: string) => {
        html += text
      })
      res.once('end', () => {
        const pageMs = performance.now() - fromMs
        if (res.statusCode === 200) resolve({ firstByteMs, pageMs, html, traceId })
        else reject(new Error(`${url} answered ${res.statusCode}`))
      })
    })
    req.once('timeout', () => req.destroy(new Error(`${url} was not answered within a minute`)))
    req.once('error', reject)
  })
}
