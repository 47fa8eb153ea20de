import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** What spans are estimated at, as a share of what they take of the heap of a process that does nothing else. */
const script = `
  import { ROOT_CONTEXT } from '@opentelemetry/api'
  import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
  import { estimateBytes } from ${JSON.stringify(join(import.meta.dirname, 'estimate-bytes.ts'))}
  const [count, chars] = process.argv.slice(1).map(Number)
  const ended = []
  const processor = { onStart() {}, onEnd: span => ended.push(span), forceFlush: async () => {}, shutdown: async () => {} }
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('test')
  const textOf = i => Array.from({ length: chars }, (_, at) => String.fromCharCode(97 + ((i + at) % 26))).join('')
  const endSpans = () => {
    for (let i = 0; i < count; i++) {
      const attributes = { 'url.path': '/shop/' + i, 'http.request.method': 'GET', 'db.query.text': textOf(i) }
      tracer.startSpan('GET', { attributes }, ROOT_CONTEXT).end()
    }
  }
  const heapBytes = () => {
    gc()
    gc()
    return process.memoryUsage().heapUsed
  }
  endSpans() // What V8 makes of the code is there from here on.
  ended.length = 0
  const before = heapBytes()
  endSpans()
  const taken = heapBytes() - before
  console.log(ended.reduce((sum, span) => sum + estimateBytes(span), 0) / taken)`

test.each([
  ['few attributes', 20_000, 20],
  ['long texts', 2_000, 5_000],
])('spans with %s are estimated at about what they take', (_, count, chars) => {
  const args = ['--expose-gc', '--input-type=module-typescript', '-e', script, `${count}`, `${chars}`]
  const ratio = Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }))
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.6)
})
