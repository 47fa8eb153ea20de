import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Signal } from '../entry/otlp-json.ts'
import { startDelivery } from './delivery.ts'

interface Posted {
  readonly signal: Signal
  readonly numbers: readonly number[]
  readonly bytes: number
  readonly keepalive: boolean
  readonly atMs: number
  /** The header. */
  readonly sent: string | null
}

/** A delivery whose network answers as told, and what it was asked. */
function deliver(
  answer: (count: number) => Response | Error | Promise<Response>,
  noticesAreLogs = false,
  endpoint = '/otlp',
) {
  const posted: Posted[] = []
  const dropped: [number, string][] = []
  const delivery = startDelivery({
    endpoint,
    resource: () => '{}',
    onDrop(count, what) {
      dropped.push([count, what])
      if (noticesAreLogs) push('logs', 1_000)
    },
    fetch: async (url, init) => {
      const text = String(init?.body)
      const signal = String(url).endsWith('logs') ? 'logs' : 'traces'
      const numbers = [...text.matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n))
      posted.push({
        signal,
        numbers,
        bytes: Buffer.byteLength(text),
        keepalive: init?.keepalive ?? false,
        atMs: Date.now(),
        sent: new Headers(init?.headers).get('x-errata-sent'),
      })
      const given = answer(posted.length)
      if (given instanceof Error) throw given
      return given
    },
  })
  const push = (signal: Signal, n: number, padding = '') => delivery.push(signal, () => `{"n":${n},"p":"${padding}"}`)
  return { posted, dropped, push, pushText: delivery.push, flush: delivery.flush }
}

const ok = () => new Response('{}')

beforeEach(() => {
  vi.useFakeTimers()
  // Node compresses on another thread, which a fake clock does not wait for; browser-delivery.spec.ts compresses.
  vi.stubGlobal('CompressionStream', undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a few spans leave together after a moment, a log sooner', async () => {
  const { posted, push } = deliver(ok)
  push('traces', 1)
  push('logs', 2)
  push('traces', 3)
  await vi.advanceTimersByTimeAsync(2_000)

  expect(posted.map(({ signal, numbers }) => [signal, numbers])).toEqual([
    ['logs', [2]],
    ['traces', [1, 3]],
  ])
})

test('spans of quick navigations share posts, and wait for five seconds at most', async () => {
  const { posted, push } = deliver(ok)
  const postedAtMs = () => posted.map(({ atMs }) => atMs - startedAtMs)
  const startedAtMs = Date.now()
  for (let n = 0; n < 20; n++) {
    push('traces', n)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await vi.advanceTimersByTimeAsync(5_000)

  expect(posted.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(posted.length).toBeLessThanOrEqual(9)
  for (const [at, { numbers }] of posted.entries())
    expect((postedAtMs()[at] ?? 0) - 2_000 * (numbers[0] ?? 0)).toBeLessThanOrEqual(5_000)
})

test('spans that come alone leave after a moment, also after the clock was put back', async () => {
  const { posted, push } = deliver(ok)
  for (const putBackMs of [0, 0, 3_600_000]) {
    vi.setSystemTime(Date.now() - putBackMs)
    const count = posted.length
    push('traces', 1)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(posted).toHaveLength(count + 1)
    await vi.advanceTimersByTimeAsync(10_000)
  }
})

test('what waits for other spans is handed over when the page goes away', async () => {
  const { posted, push, flush } = deliver(ok)
  push('traces', 1)
  await vi.advanceTimersByTimeAsync(2_000)
  push('traces', 2)
  await Promise.all([flush(), vi.advanceTimersByTimeAsync(0)])
  expect(posted.map(({ numbers, keepalive }) => [numbers, keepalive])).toEqual([
    [[1], true],
    [[2], true],
  ])
})

test('each attempt says when it was sent, to a relay at the own origin alone', async () => {
  const startedAtMs = Date.now()
  const { posted, push } = deliver(count => (count === 1 ? new TypeError('no network') : ok()))
  push('logs', 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted.map(({ sent, atMs }) => [sent, atMs - startedAtMs > 0])).toEqual(
    posted.map(({ atMs }) => [String(atMs), true]),
  )
  expect(posted).toHaveLength(2)
  for (const endpoint of ['https://otel.example.com', '//otel.example.com']) {
    const elsewhere = deliver(ok, false, endpoint)
    elsewhere.push('logs', 1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(elsewhere.posted).toMatchObject([{ sent: null }])
  }
})

test('a batch never exceeds what the receiver takes', async () => {
  const { posted, push } = deliver(ok)
  for (let n = 0; n < 10; n++) push('traces', n, 'x'.repeat(20_000))
  await vi.advanceTimersByTimeAsync(2_000)

  expect(posted.map(({ numbers }) => numbers.length)).toEqual([2, 2, 2, 2, 2])
  expect(posted.flatMap(({ numbers }) => numbers).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a batch is measured in the bytes that it has on its way, whatever it is written in', async () => {
  const { posted, push } = deliver(ok)
  for (let n = 0; n < 10; n++) push('traces', n, '漢'.repeat(7_000))
  await vi.advanceTimersByTimeAsync(2_000)

  expect(posted.map(({ numbers }) => numbers.length)).toEqual([2, 2, 2, 2, 2])
  expect(Math.max(...posted.map(({ bytes }) => bytes))).toBeLessThan(65_536)
})

test('a record that alone exceeds what the receiver takes arrives with its texts cut', async () => {
  const { posted, dropped, push } = deliver(ok)
  push('logs', 1, '漢'.repeat(30_000))
  await vi.advanceTimersByTimeAsync(2_000)

  expect(posted).toMatchObject([{ numbers: [1] }])
  expect(posted[0]?.bytes).toBeLessThan(65_536)
  expect(dropped).toEqual([])
})

test('what a page that goes away hands over is measured in bytes against the budget of the browser', async () => {
  const { posted, push, flush } = deliver(() => new Promise(() => {}))
  push('logs', 1, '漢'.repeat(12_000))
  push('traces', 2, '漢'.repeat(12_000))
  flush()
  await vi.advanceTimersByTimeAsync(0)

  expect(posted.map(({ keepalive }) => keepalive)).toEqual([true, false])
})

test('a page that goes away hands over errors before spans', async () => {
  const { posted, push, flush } = deliver(ok)
  push('traces', 1)
  push('logs', 2)
  flush()
  await vi.advanceTimersByTimeAsync(0)

  expect(posted.map(({ signal, keepalive }) => [signal, keepalive])).toEqual([
    ['logs', true],
    ['traces', true],
  ])
})

/** Batches of their own, whatever their size. */
const letters = (bytes: number) => 'x'.repeat(bytes)
const unanswered = () => new Promise<Response>(() => {})

test('what exceeds the nine requests or 64 KiB that outlive a page is counted when it goes, and the count goes with it', async () => {
  const counts: number[] = []
  for (const bytes of [3_000, 30_000]) {
    const { posted, dropped, push, flush } = deliver(unanswered, true)
    for (let n = 0; n < 12; n++) {
      for (let i = 0; i < 40; i++) push('traces', n * 40 + i, letters(bytes / 40))
      await vi.advanceTimersByTimeAsync(0)
    }
    await Promise.all([flush(true), vi.advanceTimersByTimeAsync(0)])

    const outliving = posted.filter(({ keepalive }) => keepalive)
    const leftToChance = posted.filter(({ keepalive }) => !keepalive)
    expect(outliving.length).toBeLessThanOrEqual(9)
    expect(outliving.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(65_536)
    // A send that may fail is attempted all the same.
    const records = leftToChance.flatMap(({ numbers }) => numbers)
    expect(records.length).toBeGreaterThan(0)
    expect(dropped).toEqual([[records.length, 'page_gone traces']])
    expect(outliving.at(-1)).toMatchObject({ signal: 'logs', numbers: [1_000] })
    counts.push(outliving.length)
  }
  // By number, and by size.
  expect(counts[0]).toBeGreaterThan(counts[1] ?? Number.NaN)
})

test('on a hidden page nothing counts as lost, and its last post still outlives it', async () => {
  const { posted, dropped, push, flush } = deliver(unanswered)
  for (let n = 0; n < 12; n++) {
    for (let i = 0; i < 40; i++) push('traces', n * 40 + i, letters(75))
    await vi.advanceTimersByTimeAsync(0)
  }
  await Promise.all([flush(), vi.advanceTimersByTimeAsync(0)])
  push('logs', 1_000)
  await Promise.all([flush(), vi.advanceTimersByTimeAsync(0)])

  expect(dropped).toEqual([])
  expect(posted.at(-1)).toMatchObject({ numbers: [1_000], keepalive: true })
})

test('what was handed over is not handed over again at a second pagehide', async () => {
  const { posted, push, flush } = deliver(() => new TypeError('the document is gone'))
  push('logs', 1)
  flush()
  await vi.advanceTimersByTimeAsync(0)
  flush()
  await vi.advanceTimersByTimeAsync(0)

  expect(posted).toHaveLength(1)
})

test('sending over a lost connection is retried with growing pauses', async () => {
  const { posted, dropped, push } = deliver(count => (count < 3 ? new TypeError('no network') : ok()))
  push('logs', 1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(posted).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(posted.map(({ numbers }) => numbers)).toEqual([[1], [1], [1]])
  expect(dropped).toEqual([])
})

test.each([
  ['seconds', '60'],
  ['a date', new Date(Date.now() + 60_000).toUTCString()],
])('Retry-After as %s is honoured, for everything', async (_, header) => {
  vi.setSystemTime(Date.now())
  const busy = new Response('', { status: 429, headers: { 'retry-after': header } })
  const { posted, push } = deliver(count => (count === 1 ? busy : ok()))
  push('logs', 1)
  await vi.advanceTimersByTimeAsync(1_000)
  push('logs', 2)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(posted).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20_000)

  expect(posted.flatMap(({ numbers }) => numbers)).toEqual([1, 1, 2])
})

test('what is rejected permanently is dropped, counted, and reported after the next successful response', async () => {
  const { posted, dropped, push } = deliver(count => (count < 3 ? new Response('', { status: 413 }) : ok()))
  push('traces', 1)
  push('traces', 2)
  await vi.advanceTimersByTimeAsync(60_000)
  push('logs', 3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).toHaveLength(2)
  expect(dropped).toEqual([])
  push('logs', 4)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(posted).toHaveLength(3)
  expect(dropped).toEqual([
    [2, 'rejected traces'],
    [1, 'rejected logs'],
  ])
})

test('a page that is left sends the count of what was dropped with everything else', async () => {
  const { dropped, push, flush } = deliver(() => new Response('', { status: 400 }))
  push('logs', 1)
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all([flush(), vi.advanceTimersByTimeAsync(0)])

  expect(dropped).toEqual([[1, 'rejected logs']])
})

test.each([400, 403, 404, 405, 413])(
  'where every log is refused with %i, the notices are no endless loop',
  async status => {
    const { posted, push } = deliver(() => new Response('', { status }), true)
    push('logs', 1)
    await vi.advanceTimersByTimeAsync(600_000)
    push('logs', 2)
    await vi.advanceTimersByTimeAsync(600_000)

    expect(posted.map(({ numbers }) => numbers)).toEqual([[1], [2]])
  },
)

test.each([401, 403, 404, 405, 501])(
  'where every post is answered with %i, the third is the last, and the console says why once',
  async status => {
    const said: unknown[] = []
    vi.spyOn(console, 'warn').mockImplementation(line => said.push(line))
    const { posted, push, flush } = deliver(() => new Response('', { status }))
    for (let n = 0; n < 50; n++) {
      push(n % 2 ? 'logs' : 'traces', n)
      await vi.advanceTimersByTimeAsync(2_000)
    }
    await Promise.all([flush(true), vi.advanceTimersByTimeAsync(0)])
    vi.restoreAllMocks()

    expect(posted).toHaveLength(3)
    expect(said).toEqual([expect.stringContaining(`is answered with ${status}`)])
  },
)

test('a proxy that refuses some posts between others stops nothing', async () => {
  const { posted, push } = deliver(count => (count % 3 === 0 ? ok() : new Response('', { status: 403 })))
  for (let n = 0; n < 30; n++) {
    push('logs', n)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(posted.length).toBeGreaterThanOrEqual(30)
})

test('after six attempts a batch is given up and counted', async () => {
  const { posted, dropped, push } = deliver(count => (count > 6 ? ok() : new Response('', { status: 503 })))
  push('traces', 1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(posted).toHaveLength(6)
  push('traces', 2)
  await vi.advanceTimersByTimeAsync(600_000)

  expect(dropped).toEqual([[1, 'retries_exhausted traces']])
})

test('a full queue does not count as dropped what is on its way, until that has failed', async () => {
  const answers: ((answer: Response) => void)[] = []
  const { posted, dropped, push, flush } = deliver(() => new Promise(resolve => answers.push(resolve)))
  for (let n = 0; n < 14; n++) {
    push('traces', n, 'x'.repeat(45_000))
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(posted).toHaveLength(14)
  for (const [n, answer] of answers.entries()) answer(n === 0 ? new Response('', { status: 503 }) : ok())
  await Promise.all([flush(), vi.advanceTimersByTimeAsync(0)])

  expect(dropped).toEqual([[1, 'retries_exhausted traces']])
})

test('the queue is bounded: the oldest spans go first, errors stay', async () => {
  const { dropped, posted, push } = deliver(count => (count > 25 ? ok() : new TypeError('no network')))
  const noise = () => Array.from({ length: 1_500 }, () => Math.random().toString(36)).join('')
  push('logs', 0)
  for (let n = 1; n <= 60; n++) {
    push('traces', n, noise())
    await vi.advanceTimersByTimeAsync(1_600)
  }
  await vi.advanceTimersByTimeAsync(120_000)

  expect(dropped.every(([, what]) => what === 'queue_full traces')).toBe(true)
  expect(dropped.length).toBeGreaterThan(0)
  expect(posted.at(-1)?.numbers).not.toEqual([])
  expect(posted.filter(({ signal }) => signal === 'logs').length).toBeGreaterThan(0)
})
