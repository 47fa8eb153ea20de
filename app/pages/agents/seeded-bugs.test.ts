import { Script } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { exceptionRow, type InsertedRow, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { openAgent } from './open-agent.test-data.ts'

/** Three bugs. With at most three calls, an agent has the file, the line and the cause of each. */

const atNs = nsOfMs(Date.now() - 300_000)
const resource = { 'service.version': '2.1.0', 'deployment.environment.name': 'production' }

const SCRIPT = 'assets/cart-4f1c2a9b.js'
const SOURCE = `interface Item { price?: { cents: number } }

export function totalOf(items: Item[]): number {
  let cents = 0
  for (const item of items) {
    cents += item.price!.cents
  }
  return cents
}
;(globalThis as unknown as { run: () => number }).run = () => totalOf([{}])
`

/** The stack of the source above, minified, as V8 writes it, and its source map. */
async function failMinified(): Promise<{ readonly stack: string; readonly map: string }> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, loader: 'ts', sourcefile: 'app/cart/total.ts' },
    ...{ bundle: true, minify: true, write: false, format: 'iife', sourcemap: 'external', outfile: `/build/${SCRIPT}` },
    sourcesContent: true,
  })
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  const context = { run: () => 0 }
  new Script(textOf('.js'), { filename: `https://shop.example/${SCRIPT}` }).runInThisContext()
  const { run } = globalThis as unknown as typeof context
  try {
    run()
  } catch (error) {
    const lines = (error as Error).stack?.split('\n') ?? []
    return { stack: lines.filter((line, i) => i === 0 || line.includes(SCRIPT)).join('\n'), map: textOf('.map') }
  }
  throw new Error('The source does not fail.')
}

const browserTrace = randomHexId(16)
const inSession = { 'session.id': '1f0c2a9e77aa4a36', 'user.id': 'ann' }

async function browserError(): Promise<InsertedRow[]> {
  const { stack, map } = await failMinified()
  expect(stack).not.toContain('total.ts')
  const of = { service: 'shop-browser', resource: { ...resource, 'telemetry.sdk.language': 'webjs' } }
  return [
    {
      table: 'source_maps',
      values: { Script: SCRIPT, Release: '2.1.0', Service: 'shop', DebugId: '', Map: map },
    },
    spanRow({
      ...{ at: atNs - 2_000_000_000n, ...of, traceId: browserTrace, kind: 'Internal', name: 'load /cart' },
      attributes: { ...inSession, 'errata.transaction.route': '/cart', 'http.route': '/cart' },
    }),
    exceptionRow({
      ...{ at: atNs, ...of, type: 'TypeError', traceId: browserTrace },
      message: "Cannot read properties of undefined (reading 'cents')",
      ...{ stacktrace: stack, attributes: { ...inSession, 'errata.transaction.route': '/cart' } },
    }),
  ]
}

const checkoutTrace = randomHexId(16)
const [request, call] = [randomHexId(8), randomHexId(8)]
const serverError: InsertedRow[] = [
  spanRow({
    ...{ at: atNs, traceId: checkoutTrace, spanId: request, service: 'checkout', name: 'POST /pay', status: 'Error' },
    ...{ durationNs: 90_000_000n, resource, attributes: { 'http.route': '/pay', 'http.response.status_code': '500' } },
  }),
  spanRow({
    ...{ at: atNs + 1_000n, traceId: checkoutTrace, spanId: call, parentSpanId: request, service: 'checkout' },
    ...{ kind: 'Client', name: 'INSERT payments', status: 'Error', resource },
    attributes: {
      ...{ 'db.system.name': 'postgresql', 'error.type': '23505' },
      'db.query.text': 'INSERT INTO payments (order_id, cents) VALUES ($1, $2)',
    },
  }),
  exceptionRow({
    ...{ at: atNs + 2_000n, traceId: checkoutTrace, spanId: request, service: 'checkout', type: 'PaymentError' },
    message: 'Payment could not be stored',
    stacktrace: [
      'PaymentError: Payment could not be stored',
      '    at storePayment (file:///srv/checkout/app/payments/store.ts:42:11)',
      '    at action (file:///srv/checkout/app/routes/pay.tsx:18:9)',
      '    at callRoute (file:///srv/checkout/node_modules/react-router/dist/index.js:3300:16)',
    ].join('\n'),
    resource: {
      ...resource,
      'vcs.ref.head.revision': '4f5df85512aa6d9d0c0a7f5b1b2c3d4e5f607182',
      'vcs.repository.url.full': 'https://git.example/acme/checkout',
    },
    attributes: {
      'errata.exception.causes': JSON.stringify([
        {
          type: 'DatabaseError',
          message: 'duplicate key value violates unique constraint "payments_order_id_key"',
          stacktrace:
            'DatabaseError: duplicate key\n    at insertPayment (file:///srv/checkout/app/payments/insert-payment.ts:9:3)',
        },
      ]),
    },
  }),
]

const listTrace = randomHexId(16)
const list = randomHexId(8)
const slowQueries: InsertedRow[] = [
  spanRow({
    ...{
      at: atNs,
      traceId: listTrace,
      spanId: list,
      service: 'orders',
      name: 'GET /orders',
      durationNs: 2_400_000_000n,
    },
    ...{ resource, attributes: { 'http.route': '/orders' } },
  }),
  ...Array.from({ length: 120 }, (_, i) =>
    spanRow({
      ...{ at: atNs + BigInt(i) * 20_000_000n, traceId: listTrace, parentSpanId: list, service: 'orders' },
      ...{ kind: 'Client', name: 'SELECT customers', durationNs: 19_000_000n, resource },
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': `SELECT * FROM customers WHERE id = ${i}`,
        'code.function.name': 'loadCustomer',
        'code.file.path': '/srv/orders/app/orders/load-customer.ts',
        'code.line.number': '27',
      },
    }),
  ),
]

const store = shareTestStore([...(await browserError()), ...serverError, ...slowQueries])

/** The first call that an answer suggests to a tool, with its arguments. */
function suggestedCall(text: string, tool: string): [string, Record<string, string>] {
  const found = new RegExp(`^- (${tool})\\((.*)\\)$`, 'm').exec(text)
  if (found === null) throw new Error(`${tool} is not suggested in ${text}`)
  const args = [...(found[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return [tool, Object.fromEntries(args)]
}

test('a minified error of a browser: two calls tell the file, the line and what is undefined', async () => {
  await using agent = await openAgent(store())
  const found = await agent.call('find_issues', { query: 'reading cents', side: 'browser' })
  const issue = await agent.call(...suggestedCall(found.text, 'get_issue'))
  expect(issue.text).toContain('file: "app/cart/total.ts", line: 6')
  expect(issue.text).toContain('"> 6 |     cents += item.price!.cents"')
  expect(issue.text).toContain(`message: "Cannot read properties of undefined (reading 'cents')"`)
  expect(issue.text).toContain('what: "load /cart"')
  expect(issue.text).not.toMatch(/^<from_server/m)
})

test('an error of a server with a cause: from the address of an exception, two calls tell place, cause and statement', async () => {
  await using agent = await openAgent(store())
  const listed = await agent.call('find_issues', { service: 'checkout' })
  const issue = await agent.call(...suggestedCall(listed.text, 'get_issue'))
  const exception = /exception: (\d+-[0-9a-f]{16})/.exec(issue.text)?.[1]
  const looked = await agent.call('look_up', { text: `https://errata.example/exceptions/${exception}` })
  const again = await agent.call(...suggestedCall(looked.text, 'get_issue'))
  for (const { text } of [issue, again]) {
    expect(text).toContain('function: "storePayment", file: "file:///srv/checkout/app/payments/store.ts", line: 42')
    expect(text).toContain('relation: "cause", type: "DatabaseError"')
    expect(text).toContain(
      'function: "insertPayment", file: "file:///srv/checkout/app/payments/insert-payment.ts", line: 9',
    )
    expect(text).toContain('detail: "INSERT INTO payments (order_id, cents) VALUES ($1, $2)"')
    expect(text).toContain('page: "https://git.example/acme/checkout/commit/4f5df85512aa6d9d0c0a7f5b1b2c3d4e5f607182"')
  }
})

test('a slow page with a query for each row: three calls tell how many, how slow, the statement and the place', async () => {
  await using agent = await openAgent(store())
  const found = await agent.call('look_up', { text: `https://errata.example/traces/${listTrace}` })
  const trace = await agent.call(...suggestedCall(found.text, 'get_trace'))
  expect(trace.text).toMatch(/times: 120, total_ms: 2280, service: "orders", name: "SELECT customers"/)
  expect(trace.text).toContain('detail: "SELECT * FROM customers WHERE id = 0"')
  expect(trace.text).toContain('code: "loadCustomer /srv/orders/app/orders/load-customer.ts 27"')
  const span = await agent.call(...suggestedCall(trace.text, 'get_trace'))
  expect(span.text).toContain('code.line.number: "27"')
})
