import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUP_ORDERS } from '../../search/groups.ts'
import { formatDuration } from '../format/duration.ts'
import { sessionCursorCodec } from '../pages/sessions/session-cursor-codec.ts'
import { stackCodecs, textFormatCodecs } from '../parts/stack-trace/stack-view.ts'
import { type ParamCodec, type ParamCodecs, readFilters, writeFilters } from './codec.ts'
import { exceptionCodecs, exceptionsPath, readExceptionFilters } from './exception-filters.ts'
import { exceptionPath, parseExceptionAddress } from './exception-path.ts'
import { logCodecs } from './log-filters.ts'
import { scopeCodecs } from './scope.ts'
import { RELATIVE_RANGE_MS, type RelativeRange, type TimeFilters, timeCodecs } from './time-range.ts'
import { readTraceFilters, traceCodecs, tracesPath } from './trace-filters.ts'

const nowMs = Date.UTC(2026, 10, 21, 14, 0, 0)
const END_NS = BigInt(Date.UTC(2262, 0, 1)) * 1_000_000n

const text = fc.string({ unit: 'binary', maxLength: 100 }).map(value => value.trim())
const moment = fc.oneof(
  fc.bigInt(0n, END_NS - 1n),
  fc.bigInt(0n, END_NS / 60_000_000_000n - 1n).map(minutes => minutes * 60_000_000_000n),
  fc.constantFrom(0n, 1n, END_NS - 1n),
)
const place = (idDigits: 16 | 32) =>
  fc.record({ atNs: moment, id: fc.stringMatching(new RegExp(`^[0-9a-f]{${idDigits}}$`)) })
const placeByText = fc.oneof(
  place(16),
  fc
    .tuple(place(16), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }))
    .map(([at, text]) => ({ ...at, text })),
)
const duration = fc.oneof(
  fc.bigInt(0n, 604_800_000_000_000n),
  fc.bigInt(0n, 604_800n).map(seconds => seconds * 1_000_000_000n),
  fc.bigInt(0n, 10_080n).map(minutes => minutes * 60_000_000_000n),
  fc.bigInt(0n, 2_000_000n),
)
const last = fc.constantFrom(...Object.keys(RELATIVE_RANGE_MS)) as fc.Arbitrary<RelativeRange>
const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const time = { last, from: orNone(moment), to: orNone(moment) }
const scope = {
  ...time,
  environment: text,
  service: text,
  release: text,
  compare: fc.boolean(),
  own: fc.boolean(),
  refresh: fc.constantFrom('off', '10s', '1m'),
  typedRange: fc.constant(''),
}
const traceFilters = fc.record({
  ...scope,
  operation: text,
  search: text,
  show: fc.constantFrom('traces', 'spans', 'groups', 'compare'),
  by: text.map(key => key || 'service'),
  measure: text.map(key => key || 'duration'),
  selection: text.map(search => search || 'is:error'),
  order: fc.constantFrom(...GROUP_ORDERS),
  failedOnly: fc.boolean(),
  itsOperation: text,
  itsFailed: fc.boolean(),
  itsAny: fc.boolean(),
  minDurationNs: duration,
  maxDurationNs: duration,
  httpStatus: fc.integer({ min: 0, max: 999 }),
  issue: text,
  sort: fc.constantFrom('-began', 'began', '-duration', 'duration', '-spans', 'spans'),
  durations: fc.boolean(),
  before: orNone(fc.oneof(place(16), place(32))),
})
const logFilters = fc.record({
  ...scope,
  search: text,
  columns: fc.uniqueArray(fc.stringMatching(/^[a-z.]{1,12}$/), { maxLength: 8 }),
  sort: fc.constantFrom('-time', 'time'),
  vitals: fc.boolean(),
  patterns: fc.boolean(),
  live: fc.boolean(),
  open: orNone(place(16)),
  before: orNone(place(16)),
})
const exceptionFilters = fc.record({
  ...scope,
  route: text,
  issue: text,
  search: text,
  side: fc.constantFrom('', 'browser', 'server'),
  sort: fc.constantFrom(
    '-when',
    'when',
    'type',
    '-type',
    'service',
    '-service',
    'route',
    '-route',
    'release',
    '-release',
  ),
  before: orNone(placeByText),
})

/** Anything that a person may put into a URL, including near misses. */
const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.stringMatching(/^-?\d{0,25}[.,]?\d{0,12} ?(ns|us|µs|ms|s|m|min|h|d|x)?( ?\d+ ?(s|ms))?$/),
  fc.stringMatching(/^\d{1,5}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,12})?)?)?(Z|[+-]\d\d:?\d\d)?$/),
  fc.stringMatching(/^\d{1,20}(-[0-9a-fg]{15,33})?$/),
  fc.constantFrom('on', '0', '1', 'toString', '__proto__', '15m', '1y', '9223372036854775808', '18446744073709551616'),
)

const pages: readonly [name: string, codecs: ParamCodecs<Record<string, unknown>>, filters: fc.Arbitrary<object>][] = [
  ['time', timeCodecs as ParamCodecs<never>, fc.record(time)],
  ['stack', stackCodecs as ParamCodecs<never>, fc.record({ stack: fc.constantFrom('app', 'all', 'raw') })],
  [
    'form',
    textFormatCodecs as ParamCodecs<never>,
    fc.record({ as: fc.constantFrom('text', 'markdown', 'raw', 'message') }),
  ],
  ['scope', scopeCodecs as ParamCodecs<never>, fc.record(scope)],
  [
    'session place',
    { before: sessionCursorCodec } as ParamCodecs<never>,
    fc.record({ before: orNone(fc.record({ lastNs: moment, sessionId: fc.stringMatching(/^[\w.-]{1,64}$/) })) }),
  ],
  ['traces', traceCodecs as ParamCodecs<never>, traceFilters],
  ['logs', logCodecs as ParamCodecs<never>, logFilters],
  ['exceptions', exceptionCodecs as ParamCodecs<never>, exceptionFilters],
]

describe.each(pages)('the filters of %s', (_, codecs, filters) => {
  test('are the same after their way through the URL', () => {
    fc.assert(
      fc.property(filters, value => {
        const search = writeFilters(codecs, { ...value })
        expect(readFilters(codecs, new URLSearchParams(search))).toEqual({ filters: value, filterErrors: [] })
      }),
    )
  })

  test('have no empty parameter in their address, and none at all where nothing is chosen', () => {
    fc.assert(
      fc.property(filters, value => {
        for (const [, written] of new URLSearchParams(writeFilters(codecs, { ...value }))) expect(written).not.toBe('')
      }),
    )
    expect(writeFilters(codecs, {})).toBe('')
  })

  test('are a value or a fault of their own parameter, whatever the address says', () => {
    const all = Object.values(codecs)
    const params = fc.record(Object.fromEntries(all.map(({ param }) => [param, orNone(junk)])))
    fc.assert(
      fc.property(params, input => {
        const search = new URLSearchParams(Object.entries(input).filter((pair): pair is [string, string] => !!pair[1]))
        const { filters: read, filterErrors } = readFilters(codecs, search)
        expect(new Set(filterErrors.map(error => error.param)).size).toBe(filterErrors.length)
        for (const [name, codec] of Object.entries(codecs)) {
          const error = filterErrors.find(({ param }) => param === codec.param)
          if (error === undefined) expectStable(codec, read[name])
          else {
            expect(error.input).toBe(search.get(codec.param)?.trim())
            expect(error.message).toMatch(/\.$/)
            expect(read[name]).toBe(codec.defaultValue)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** A parsed value must survive writing and parsing. */
function expectStable(codec: ParamCodec<unknown>, value: unknown): void {
  const written = codec.format(value)
  if (written === '') expect(value).toEqual(codec.defaultValue)
  else expect(codec.parse(written)).toEqual({ value })
}

test('a page means a range within what the store can hold, from before to after, whatever its address says', () => {
  const input = fc.record({ last: orNone(junk), from: orNone(junk), to: orNone(junk) })
  const chosen = fc.record(time).map((value: TimeFilters) => new URLSearchParams(writeFilters(timeCodecs, value)))
  const asJunk = input.map(
    pairs => new URLSearchParams(Object.entries(pairs).filter((pair): pair is [string, string] => !!pair[1])),
  )
  fc.assert(
    fc.property(fc.oneof(asJunk, chosen), params => {
      for (const { range, filterErrors, filters } of [
        readTraceFilters(params, nowMs),
        readExceptionFilters(params, nowMs),
      ]) {
        expect(range.from).toBeLessThan(range.to)
        expect(range.from).toBeGreaterThanOrEqual(0n)
        expect(range.to).toBeLessThan(2n ** 63n - 600_000_000_000n)
        if (filterErrors.length === 0 && filters.to !== undefined) expect(range.to).toBe(filters.to)
        if (filterErrors.length === 0 && filters.from !== undefined) expect(range.from).toBe(filters.from)
      }
    }),
    { numRuns: 300 },
  )
})

test('a least duration may be typed as the screens write durations', () => {
  fc.assert(
    fc.property(
      duration.filter(ns => ns > 0n),
      ns => {
        const read = traceCodecs.minDurationNs.parse(formatDuration(ns))
        expect(read).toHaveProperty('value')
        const near = 'value' in read ? read.value - ns : ns
        expect(Number(near < 0n ? -near : near)).toBeLessThan(Number(ns) / 24)
      },
    ),
  )
})

test('the address of a list has the filters of that list', () => {
  fc.assert(
    fc.property(traceFilters, exceptionFilters, (traces, exceptions) => {
      const ofTraces = new URL(tracesPath(traces), 'http://desk')
      const ofExceptions = new URL(exceptionsPath(exceptions), 'http://desk')
      expect([ofTraces.pathname, ofExceptions.pathname]).toEqual(['/traces', '/exceptions'])
      expect(readTraceFilters(ofTraces.searchParams, nowMs).filters).toEqual(traces)
      expect(readExceptionFilters(ofExceptions.searchParams, nowMs).filters).toEqual(exceptions)
    }),
  )
})

describe('the address of an exception', () => {
  const id = fc.stringMatching(/^[0-9a-f]{16}$/)

  test('is the same after its way through the path', () => {
    fc.assert(
      fc.property(moment, id, (atNs, of) => {
        const path = exceptionPath({ atNs, id: of })
        expect(parseExceptionAddress(path.slice('/exceptions/'.length))).toEqual({ atNs, id: of })
      }),
    )
  })

  test('is none, or names a moment that the store can hold', () => {
    const nearly = fc.tuple(fc.bigInt(-10n, 10n ** 20n), id).map(([ns, of]) => `${ns}-${of}`)
    fc.assert(
      fc.property(fc.oneof(junk, nearly), input => {
        const address = parseExceptionAddress(input)
        if (address !== undefined) expect(address.atNs >= 0n && address.atNs < END_NS).toBe(true)
      }),
    )
  })
})
