import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'

interface SentSpan {
  readonly kind?: string
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly resource?: Readonly<Record<string, string>>
}

const uuid = '0b6f4f3e-6c1a-4b52-9c1e-2f8f7c1d9e10'
const page = 'https://shop.example/orders/8812?from=mail'

/** What a span of a stock SDK is called. The span has no parent, where it does not say so. */
const OPERATIONS: [span: SentSpan, operation: string][] = [
  // HTTP: the route alone, of any method; without a route the span's name.
  [{ kind: 'Server', name: 'GET /orders/:id', attributes: { 'http.route': '/orders/:id' } }, '/orders/:id'],
  [{ kind: 'Server', name: 'GET', attributes: { 'http.request.method': 'GET' } }, 'GET'],
  [{ kind: 'Server', name: 'GET /orders/8812', attributes: { 'http.method': 'GET' } }, 'GET /orders/*'],
  [{ kind: 'Server', name: '/api/v1/users/42?q=1' }, '/api/v1/users/*'],
  // Remote procedure calls, by the names before 1.39 and after.
  [{ kind: 'Server', attributes: { 'rpc.service': 'shop.Cart', 'rpc.method': 'Add' } }, 'shop.Cart/Add'],
  [
    { kind: 'Server', attributes: { 'rpc.method': 'shop.Cart/Add', 'rpc.response.status_code': 'OK' } },
    'shop.Cart/Add',
  ],
  [{ kind: 'Server', attributes: { 'rpc.service': 'shop.Cart', 'rpc.method': 'shop.Cart/Add' } }, 'shop.Cart/Add'],
  [{ kind: 'Client', attributes: { 'rpc.method': 'eth_call' } }, 'eth_call'],
  [{ kind: 'Server', name: 'grpc', attributes: { 'rpc.service': 'shop.Cart' } }, 'grpc'],
  // Messages: what is done in the words of today, with what; a template before a name with ids.
  [{ kind: 'Consumer', attributes: message('orders', { 'messaging.operation.type': 'process' }) }, 'process orders'],
  [
    { kind: 'Consumer', attributes: { 'messaging.destination': 'orders', 'messaging.operation': 'deliver' } },
    'process orders',
  ],
  [
    { kind: 'Consumer', attributes: { 'messaging.source.name': 'orders', 'messaging.operation': 'receive' } },
    'receive orders',
  ],
  [{ kind: 'Producer', attributes: message('orders', { 'messaging.operation': 'publish' }) }, 'send orders'],
  [{ kind: 'Producer', attributes: message('orders') }, 'send orders'],
  [{ kind: 'Consumer', attributes: message('orders', { 'messaging.operation.name': 'poll' }) }, 'poll orders'],
  [
    { kind: 'Consumer', attributes: message('reply-17', { 'messaging.destination.template': 'reply-{id}' }) },
    'process reply-{id}',
  ],
  [{ kind: 'Producer', attributes: message(uuid, { 'messaging.destination.temporary': 'true' }) }, 'send (temporary)'],
  // GraphQL: a name says more than the route that all operations have; the type alone says less.
  [{ name: 'query Basket', attributes: graphql('query', 'Basket') }, 'query Basket'],
  [{ kind: 'Server', attributes: { 'http.route': '/graphql', ...graphql('mutation', 'Pay') } }, 'mutation Pay'],
  [{ kind: 'Server', attributes: { 'http.route': '/graphql', 'graphql.operation.type': 'query' } }, '/graphql'],
  [{ name: 'query', attributes: { 'graphql.operation.type': 'query' } }, 'query'],
  // Functions of a cloud, unless they serve a route.
  [
    { kind: 'Server', name: 'resize', attributes: { 'faas.trigger': 'timer' }, resource: { 'faas.name': 'resize' } },
    'resize (timer)',
  ],
  [
    { kind: 'Server', attributes: { 'faas.trigger': 'http', 'http.route': '/r' }, resource: { 'faas.name': 'resize' } },
    '/r',
  ],
  // Jobs: the name that somebody chose, without ids; before one that has ids, the function.
  [{ name: 'nightly invoices', attributes: { 'code.function.name': 'shop.Invoices.run' } }, 'nightly invoices'],
  [{ name: 'invoices 2026-11-29', attributes: { 'code.function.name': 'shop.Invoices.run' } }, 'shop.Invoices.run'],
  [
    { name: 'invoices 17', attributes: { 'code.namespace': 'shop.Invoices', 'code.function': 'run' } },
    'shop.Invoices.run',
  ],
  [{ name: 'invoices 17', attributes: { 'code.function': 'run' } }, 'run'],
  [{ name: `sync ${uuid} of tenant-4711` }, 'sync * of *'],
  [{ name: 'S3.PutObject v2 utf8' }, 'S3.PutObject v2 utf8'],
  [{ name: '20261129' }, '*'],
  [{ name: 'é'.repeat(300) }, 'é'.repeat(200)],
  [{ name: '' }, ''],
  // Stock SDKs of browsers.
  [{ name: 'documentLoad', attributes: { 'http.url': page } }, 'documentLoad /orders/*'],
  [
    {
      name: 'click',
      attributes: { event_type: 'click', target_element: 'BUTTON', target_xpath: '//*[@id="buy"]', 'url.full': page },
    },
    'click #buy on /orders/*',
  ],
  [
    {
      name: 'click',
      attributes: { event_type: 'click', target_element: 'A', target_xpath: '//html/body/a', 'http.url': page },
    },
    'click a on /orders/*',
  ],
  [
    { name: 'Navigation: /orders/8812?from=mail', attributes: { event_type: 'click', 'http.url': page } },
    'Navigation: /orders/*',
  ],
  // What a call below is called, where its sender stamps the route of the transaction on all of its spans.
  [
    { name: 'SELECT orders', attributes: { 'errata.transaction.id': 'another', 'errata.transaction.route': '/cart' } },
    'SELECT orders',
  ],
  [{ kind: 'Server', attributes: { 'errata.transaction.id': '1', 'errata.transaction.route': '/cart' } }, '/cart'],
]

test('every span has an operation, by what stock SDKs tell of it', async () => {
  await using store = await openTestStore(
    OPERATIONS.map(([{ name = 'span', kind = 'Internal', ...span }], i) =>
      spanRow({ at: 1_000 * i, traceId: `${i}`.padStart(32, '0'), spanId: '1', name, kind, ...span }),
    ),
  )

  const stored = await store.querySql<{ operation: string }>(
    'SELECT Operation AS operation FROM otel_traces ORDER BY TraceId',
  )

  expect(OPERATIONS.map(([span], i) => [span, stored[i]?.operation])).toEqual(OPERATIONS)
})

function message(destination: string, attributes: Readonly<Record<string, string>> = {}) {
  return { 'messaging.system': 'kafka', 'messaging.destination.name': destination, ...attributes }
}

function graphql(type: string, name: string) {
  return { 'graphql.operation.type': type, 'graphql.operation.name': name }
}
