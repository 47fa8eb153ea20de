import { Agent, get } from 'node:http'

/** Milliseconds since the look-up was sent. */
export interface PageTimes {
  readonly firstByteMs: number
  readonly pageMs: number
}

const agent = new Agent({ keepAlive: true })

/**
 * Looks a digest or a trace id up as a browser does, over a connection that is open already.
 *
 * @throws {Error} When the answer is not the page with the exception's stack.
 */
export function openPage(deskUrl: string, id: string): Promise<PageTimes> {
  return new Promise((resolve, reject) => {
    const fromMs = performance.now()
    const req = get(`${deskUrl}/digest/${id}`, { agent, headers: { accept: 'text/html' }, timeout: 60_000 }, res => {
      const firstByteMs = performance.now() - fromMs
      let page = ''
      res.setEncoding('utf8').on('data', (text: string) => {
        page += text
      })
      res.once('end', () => {
        const pageMs = performance.now() - fromMs
        const hasStack = /readStep\d+ \(file:/.test(page)
        if (res.statusCode === 200 && hasStack) resolve({ firstByteMs, pageMs })
        else reject(new Error(`/digest/${id} answered ${res.statusCode}, ${hasStack ? 'with' : 'without'} the stack`))
      })
    })
    req.once('timeout', () => req.destroy(new Error(`/digest/${id} was not answered within a minute`)))
    req.once('error', reject)
  })
}
