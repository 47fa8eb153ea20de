import type { TraceSpan } from './trace-span.ts'

/** A small trace, and what the analysis says about it, written by hand. Times are nanoseconds since its start. */
export interface TraceByHand {
  readonly title: string
  readonly spans: readonly TraceSpan[]
  /** Latest first: `name from-to`. */
  readonly path: string
  /** True if Jaeger's path is another one; 0041 says why. */
  readonly differsFromJaeger?: boolean
  /** Self times in the service, and over all services where they differ: `name 30`, `name 50/20`. */
  readonly self: string
  /** Rows, indented by level: `root`, `  5 × get`, `?` for a missing parent. */
  readonly rows: string
  /** Spans that the clock skew moves: `name +20`. @default none */
  readonly moved?: string
  /** `2 roots`, `missing parents 1`, `cycle at a`, `gap 50-60`. @default one root and nothing else */
  readonly odd?: string
}

const EPOCH = 1_700_000_000_000_000_000n

/** A span of the service `shop`; its id has its name in hex, so that every name is an id. */
const s = (
  name: string,
  parent: string,
  from: number,
  to: number,
  more: Partial<TraceSpan> & { readonly id?: string } = {},
): TraceSpan => {
  const { id = name, ...rest } = more
  return {
    spanId: idOf(id),
    parentSpanId: parent === '' ? '' : idOf(parent),
    service: 'shop',
    name,
    kind: 'Internal',
    startNs: EPOCH + BigInt(from),
    durationNs: BigInt(to - from),
    failed: false,
    ...rest,
  }
}

const idOf = (name: string) => Buffer.from(name.slice(0, 8)).toString('hex').padEnd(16, '0')

const client = { kind: 'Client', service: 'web' }
const server = { kind: 'Server', service: 'shop' }

export const TRACES_BY_HAND: readonly TraceByHand[] = [
  { title: 'one span', spans: [s('root', '', 0, 100)], path: 'root 0-100', self: 'root 100', rows: 'root' },
  {
    title: 'two children, one after the other',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 30), s('b', 'root', 40, 90)],
    path: 'root 90-100, b 40-90, root 30-40, a 10-30, root 0-10',
    self: 'root 30, a 20, b 50',
    rows: 'root\n  a\n  b',
  },
  {
    title: 'two children at the same time',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 60), s('b', 'root', 20, 80)],
    path: 'root 80-100, b 20-80, root 0-20',
    self: 'root 30, a 50, b 60',
    rows: 'root\n  a\n  b',
  },
  {
    title: 'a child of a child',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 90), s('b', 'a', 20, 80)],
    path: 'root 90-100, a 80-90, b 20-80, a 10-20, root 0-10',
    self: 'root 20, a 20, b 60',
    rows: 'root\n  a\n    b',
  },
  {
    title: 'a child that ends with its parent',
    spans: [s('root', '', 0, 100), s('a', 'root', 50, 100)],
    path: 'a 50-100, root 0-50',
    self: 'root 50, a 50',
    rows: 'root\n  a',
  },
  {
    title: 'a child that ends after its parent',
    spans: [s('root', '', 0, 100), s('a', 'root', 60, 140)],
    path: 'a 60-100, root 0-60',
    self: 'root 60, a 80',
    rows: 'root\n  a',
  },
  {
    title: 'a child that starts before its parent',
    spans: [s('root', '', 10, 100), s('a', 'root', 0, 50)],
    path: 'root 50-100, a 10-50',
    self: 'root 50, a 50',
    rows: 'root\n  a',
  },
  {
    title: 'a child longer than its parent on both sides',
    spans: [s('root', '', 5, 25), s('a', 'root', 0, 30)],
    path: 'a 5-25',
    self: 'root 0, a 30',
    rows: 'root\n  a',
  },
  {
    title: 'a child that starts after its parent has ended',
    spans: [s('root', '', 0, 50), s('a', 'root', 60, 80)],
    path: 'root 0-50',
    self: 'root 50, a 20',
    rows: 'root\n  a',
    odd: 'gap 50-60',
  },
  {
    title: 'a child that ends before its parent starts',
    spans: [s('root', '', 50, 100), s('a', 'root', 0, 20)],
    path: 'root 50-100',
    self: 'root 50, a 20',
    rows: 'root\n  a',
    odd: 'gap 20-50',
  },
  {
    title: 'a child that starts when the one before ends',
    spans: [s('root', '', 0, 100), s('a', 'root', 0, 50), s('b', 'root', 50, 100)],
    path: 'b 50-100, a 0-50',
    differsFromJaeger: true,
    self: 'root 0, a 50, b 50',
    rows: 'root\n  a\n  b',
  },
  {
    title: 'a child that took no time',
    spans: [s('root', '', 0, 100), s('a', 'root', 50, 50)],
    path: 'root 0-100',
    self: 'root 100, a 0',
    rows: 'root\n  a',
  },
  {
    title: 'nothing that took time',
    spans: [s('root', '', 0, 0), s('a', 'root', 0, 0)],
    path: '',
    self: 'root 0, a 0',
    rows: 'root\n  a',
  },
  {
    title: 'the last child ends within another one',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 70), s('b', 'root', 20, 40), s('c', 'root', 75, 95)],
    path: 'root 95-100, c 75-95, root 70-75, a 10-70, root 0-10',
    self: 'root 20, a 60, b 20, c 20',
    rows: 'root\n  a\n  b\n  c',
  },
  {
    title: 'a grandchild that outlives its parent and the root',
    spans: [s('root', '', 0, 100), s('a', 'root', 20, 60), s('b', 'a', 30, 130)],
    path: 'root 60-100, b 30-60, a 20-30, root 0-20',
    self: 'root 60, a 10, b 100',
    rows: 'root\n  a\n    b',
  },
  {
    title: 'a message that is handled later',
    spans: [
      s('root', '', 0, 100),
      s('send', 'root', 10, 20, { kind: 'Producer' }),
      s('handle', 'send', 15, 90, { kind: 'Consumer', service: 'mailer' }),
    ],
    path: 'root 20-100, send 10-20, root 0-10',
    self: 'root 90, send 10/5, handle 75',
    rows: 'root\n  send\n    handle',
  },
  {
    title: 'two roots',
    spans: [s('r1', '', 0, 40), s('r2', '', 60, 100)],
    path: 'r1 0-40, r2 60-100',
    self: 'r1 40, r2 40',
    rows: 'r1\nr2',
    odd: '2 roots, gap 40-60',
  },
  {
    title: 'a parent that is missing',
    spans: [s('a', 'gone', 0, 50), s('b', 'a', 10, 40)],
    path: 'a 40-50, b 10-40, a 0-10',
    self: 'a 20, b 30',
    rows: '?\n  a\n    b',
    odd: '0 roots, missing parents 1',
  },
  {
    title: 'two children of one missing parent beside a root',
    spans: [s('root', '', 0, 20), s('a', 'gone', 5, 20), s('b', 'gone', 10, 15)],
    path: 'root 0-20, a 5-20, b 10-15',
    self: 'root 20, a 15, b 5',
    rows: 'root\n?\n  a\n  b',
    odd: 'missing parents 1',
  },
  {
    title: 'two spans that are each the parent of the other',
    spans: [s('a', 'b', 0, 100), s('b', 'a', 10, 90)],
    path: 'a 90-100, b 10-90, a 0-10',
    self: 'a 20, b 80',
    rows: 'a\n  b',
    odd: '0 roots, cycle at a',
  },
  {
    title: 'a span that is its own parent',
    spans: [s('a', 'a', 0, 10), s('b', 'a', 2, 4)],
    path: 'a 4-10, b 2-4, a 0-2',
    self: 'a 8, b 2',
    rows: 'a\n  b',
    odd: '0 roots, cycle at a',
  },
  {
    title: 'a span that was delivered twice',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 20), s('a', 'root', 10, 20)],
    path: 'root 20-100, a 10-20, root 0-10',
    self: 'root 90, a 10',
    rows: 'root\n  a',
  },
  {
    title: 'both sides of a call with one id',
    spans: [s('call', '', 0, 100, { ...client, id: 'x' }), s('answer', '', 20, 80, { ...server, id: 'x' })],
    path: 'call 80-100, answer 20-80, call 0-20',
    self: 'call 100/40, answer 60',
    rows: 'call\n  answer',
  },
  {
    title: 'an answer by a clock that is ahead',
    spans: [
      s('call', '', 0, 100, client),
      s('answer', 'call', 1_000_000, 1_000_060, server),
      s('query', 'answer', 1_000_010, 1_000_020, { kind: 'Client' }),
    ],
    path: 'call 0-100',
    self: 'call 100, answer 50, query 10',
    rows: 'call\n  answer\n    query',
    moved: 'answer -999980, query -999980',
    odd: 'gap 100-1000000',
  },
  {
    title: 'an answer by a clock that is behind',
    spans: [s('call', '', 1_000, 1_100, client), s('answer', 'call', 0, 60, server)],
    path: 'call 1000-1100',
    self: 'call 100, answer 60',
    rows: 'call\n  answer',
    moved: 'answer +1020',
    odd: 'gap 60-1000',
  },
  {
    title: 'a call that was given up before its answer',
    spans: [s('call', '', 0, 50, client), s('answer', 'call', 10, 200, server)],
    path: 'answer 10-50, call 0-10',
    self: 'call 50/10, answer 190',
    rows: 'call\n  answer',
  },
  {
    title: 'an answer that began before its call and took longer',
    spans: [s('call', '', 100, 150, client), s('answer', 'call', 0, 300, server)],
    path: 'answer 100-150',
    self: 'call 50/0, answer 300',
    rows: 'call\n  answer',
    moved: 'answer +100',
  },
  {
    title: 'three services in a row, the clock of the second ahead',
    spans: [
      s('call', '', 0, 100, client),
      s('answer', 'call', 500, 580, server),
      s('ask', 'answer', 510, 570, { kind: 'Client' }),
      s('tell', 'ask', 30, 50, { kind: 'Server', service: 'prices' }),
    ],
    path: 'call 0-100',
    self: 'call 100, answer 20, ask 60, tell 20',
    rows: 'call\n  answer\n    ask\n      tell',
    moved: 'answer -490, ask -490',
    odd: 'gap 100-500',
  },
  {
    title: 'the time of another service',
    spans: [
      s('root', '', 0, 100),
      s('call', 'root', 10, 60, { kind: 'Client' }),
      s('answer', 'call', 20, 50, { kind: 'Server', service: 'prices' }),
    ],
    path: 'root 60-100, call 50-60, answer 20-50, call 10-20, root 0-10',
    self: 'root 50, call 50/20, answer 30',
    rows: 'root\n  call\n    answer',
  },
  {
    title: 'children that overlap each other and the end',
    spans: [s('root', '', 0, 100), s('a', 'root', 10, 50), s('b', 'root', 30, 70), s('c', 'root', 90, 120)],
    path: 'c 90-100, root 70-90, b 30-70, root 0-30',
    self: 'root 30, a 40, b 40, c 30',
    rows: 'root\n  a\n  b\n  c',
  },
  {
    title: 'six equal calls, of which one failed',
    spans: [
      s('root', '', 0, 70),
      ...[0, 10, 20, 30, 40, 50].map((from, i) => s('get', 'root', from, from + 5, { id: `get${i}`, failed: i === 2 })),
    ],
    path: 'root 55-70, get 50-55, root 45-50, get 40-45, root 35-40, get 30-35, root 25-30, get 20-25, root 15-20, get 10-15, root 5-10, get 0-5',
    self: 'root 40, get 5',
    rows: 'root\n  5 × get\n  get',
  },
  {
    title: 'four equal calls',
    spans: [
      s('root', '', 0, 50),
      ...[0, 10, 20, 30].map((from, i) => s('get', 'root', from, from + 5, { id: `get${i}` })),
    ],
    path: 'root 35-50, get 30-35, root 25-30, get 20-25, root 15-20, get 10-15, root 5-10, get 0-5',
    self: 'root 30, get 5',
    rows: 'root\n  get\n  get\n  get\n  get',
  },
  {
    title: 'five calls of one name with different statements',
    spans: [
      s('root', '', 0, 60),
      ...[0, 10, 20, 30, 40].map((from, i) => s('get', 'root', from, from + 5, { id: `get${i}`, pattern: `${i % 2}` })),
    ],
    path: 'root 45-60, get 40-45, root 35-40, get 30-35, root 25-30, get 20-25, root 15-20, get 10-15, root 5-10, get 0-5',
    self: 'root 35, get 5',
    rows: 'root\n  get\n  get\n  get\n  get\n  get',
  },
  {
    title: 'a page that names the request of its document as its parent',
    spans: [s('page', 'request', 0, 100, { service: 'browser' }), s('request', '', 10, 40, server)],
    path: 'page 40-100, request 10-40, page 0-10',
    self: 'page 100/70, request 30',
    rows: 'page\n  request',
  },
]

/** Five thousand calls below one span. */
export const WIDE_TRACE = [
  s('root', '', 0, 5_000),
  ...Array.from({ length: 5_000 }, (_, i) =>
    s('get', 'root', i, i + 1, { spanId: (i + 1).toString(16).padStart(16, '0') }),
  ),
]

/** Five hundred spans, each the parent of the next. */
export const DEEP_TRACE = Array.from({ length: 500 }, (_, i) =>
  s(`level ${i}`, '', i, 1_000 - i, {
    spanId: (i + 1).toString(16).padStart(16, '0'),
    parentSpanId: i === 0 ? '' : i.toString(16).padStart(16, '0'),
  }),
)
