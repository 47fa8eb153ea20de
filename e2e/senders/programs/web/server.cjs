// A page, its script, and what it asks for: one answer is 200, one 404, one 500.
const { readFileSync } = require('node:fs')
const http = require('node:http')
const { trace } = require('@opentelemetry/api')

const [port, script] = process.argv.slice(2)
const buttons = ['tea', 'unknown', 'broken'].map(sku => `<button id="${sku}">${sku}</button>`).join('')

http
  .createServer(({ url }, response) => {
    if (url === '/') {
      const { traceId, spanId } = trace.getActiveSpan().spanContext()
      const head = `<meta name="traceparent" content="00-${traceId}-${spanId}-01"><link rel="icon" href="data:,">`
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html>${head}${buttons}<script src="/page.js"></script>`)
    } else if (url === '/page.js') {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(script))
    } else {
      response.statusCode = { '/prices/unknown': 404, '/prices/broken': 500 }[url] ?? 200
      response.setHeader('content-type', 'application/json').end('{}')
    }
  })
  .listen(Number(port), '127.0.0.1')
