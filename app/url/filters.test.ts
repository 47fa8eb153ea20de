import { describe, expect, test } from 'vitest'
import { readExceptionFilters } from './exception-filters.ts'
import { parseExceptionAddress } from './exception-path.ts'
import { changeParams, redirectWithoutEmptyParams } from './filter-links.ts'
import { readIssueFilters } from './issue-filters.ts'
import { chooseTraceSort, readTraceFilters, tracesPath } from './trace-filters.ts'

const nowMs = Date.UTC(2026, 10, 21, 14, 0, 0)
const params = (text: string) => new URLSearchParams(text)
const read = (text: string) => readTraceFilters(params(text), nowMs)

describe('a time range', () => {
  test('is the last 24 hours when the URL has none, five minutes ahead included', () => {
    expect(read('')).toMatchObject({
      filters: { last: '24h', from: undefined, to: undefined },
      range: { from: 1_795_183_200_000_000_000n, to: 1_795_269_900_000_000_000n },
    })
  })

  test('moves with now when it has a name', () => {
    expect(read('last=15m')).toMatchObject({ filters: { last: '15m' }, range: { from: 1_795_268_700_000_000_000n } })
  })

  test('is UTC where no zone is named, half open, and exact to the nanosecond', () => {
    expect(read('from=2026-11-21T12:00&to=2026-11-21T13:30:15.500000001Z').range).toEqual({
      from: 1_795_262_400_000_000_000n,
      to: 1_795_267_815_500_000_001n,
    })
  })

  test('takes an offset, and a date alone as its midnight', () => {
    expect(read('from=2026-11-21&to=2026-11-21T14:00%2B02:00').range).toEqual({
      from: 1_795_219_200_000_000_000n,
      to: 1_795_262_400_000_000_000n,
    })
  })

  test('without its beginning is everything until its end', () => {
    expect(read('to=2026-11-21')).toMatchObject({
      filterErrors: [],
      range: { from: 0n, to: 1_795_219_200_000_000_000n },
    })
  })

  test.each([
    ['from=2026-11-21&to=2026-11-20', 'to', 'before the start of the range (from=2026-11-21T00:00)'],
    ['from=2026-11-21&to=2026-11-21', 'to', 'before the start of the range'],
    ['to=1970-01-01', 'to', 'before the start of the range.'],
    ['from=2026-11-22', 'from', 'in the future'],
    ['last=1y', 'last', 'use one of 15m, 1h'],
    ['last=toString', 'last', 'not a time range'],
    ['from=yesterday', 'from', 'not a time such as'],
    ['to=2026-13-01', 'to', 'not a time such as'],
    ['to=2026-02-30', 'to', 'not a time such as'],
    ['to=2026-11-21T24:00', 'to', 'not a time such as'],
    ['from=1969-12-31', 'from', 'between the years 1970 and 2261'],
    ['to=2263-01-01', 'to', 'between the years 1970 and 2261'],
    ['to=9999-12-31', 'to', 'between the years 1970 and 2261'],
  ])('%s is a fault of %s: %s', (text, param, message) => {
    expect(read(text).filterErrors).toEqual([
      { param, input: expect.anything(), message: expect.stringContaining(message) },
    ])
  })
})

describe('the filters of traces', () => {
  test('are all open when the URL has none', () => {
    expect(read('').filters).toMatchObject({
      service: '',
      operation: '',
      failedOnly: false,
      minDurationNs: 0n,
      before: undefined,
    })
  })

  test.each([
    ['250ms', 250_000_000n, '250ms'],
    ['250', 250_000_000n, '250ms'],
    ['1.5s', 1_500_000_000n, '1.5s'],
    ['1,5 s', 1_500_000_000n, '1.5s'],
    ['90s', 90_000_000_000n, '90s'],
    ['1 min 30 s', 90_000_000_000n, '90s'],
    ['2min', 120_000_000_000n, '2min'],
    ['80us', 80_000n, '80us'],
    ['12.3 µs', 12_300n, '12.3us'],
    ['0.1ms', 100_000n, '100us'],
    ['1 d 2 h', 93_600_000_000_000n, '26h'],
    ['100s', 100_000_000_000n, '100s'],
    ['7d', 604_800_000_000_000n, '7d'],
  ])('read a least duration of %s, and write it so that it can be read again', (text, ns, written) => {
    const { filters } = readTraceFilters(new URLSearchParams({ min: text }), nowMs)
    expect(filters.minDurationNs).toBe(ns)
    expect(tracesPath({ minDurationNs: ns })).toBe(`/traces?min=${written}`)
  })

  test.each([
    'min=fast',
    'min=-5ms',
    'min=5parsecs',
    'min=1 30',
    'min=8d',
    'min=5toString',
    'failed=maybe',
    'before=yesterday',
    'before=1700000000234567890',
    'before=9223372036854775808-0af7651916cd43dd8448eb211c80319c',
    'before=1700000000234567890-00f067aa0ba902b',
  ])('mark the one field where %s cannot be read, and keep the others', text => {
    const { filters, filterErrors } = read(`${text}&service=checkout&last=1h`)
    expect(filterErrors).toMatchObject([{ param: text.split('=')[0], input: text.split('=')[1] }])
    expect(filters).toMatchObject({ service: 'checkout', last: '1h' })
  })

  test('take the checkbox of a form for failed', () => {
    expect(read('failed=on').filters.failedOnly).toBe(true)
    expect(read('failed=0').filters.failedOnly).toBe(false)
  })

  test('take the place where the page before ended', () => {
    const id = '0af7651916cd43dd8448eb211c80319c'
    expect(read(`before=1700000000234567890-${id}`).filters.before).toEqual({ atNs: 1_700_000_000_234_567_890n, id })
  })
})

describe('the filters of exceptions', () => {
  test('read service, route, issue and text', () => {
    expect(
      readExceptionFilters(params('service=checkout&route=/cart&issue=k7m2x9qd4r&q=+null+'), nowMs).filters,
    ).toMatchObject({ service: 'checkout', route: '/cart', issue: 'k7m2x9qd4r', search: 'null' })
  })

  test('take no search of more than 2,000 characters, and say how many it has', () => {
    const q = 'x'.repeat(2_001)
    expect(readExceptionFilters(new URLSearchParams({ q }), nowMs).filterErrors).toEqual([
      { param: 'q', input: q, message: 'q takes at most 2,000 characters, not 2001.' },
    ])
  })
})

test.each([
  ['service', readTraceFilters],
  ['release', readExceptionFilters],
  ['env', readIssueFilters],
  ['route', readIssueFilters],
])('what a sender calls a %s is a filter, as long as the store keeps it', (param, read) => {
  const name = `${'/segment'.repeat(40)} ?#&%2F`
  const { filters, filterErrors } = read(new URLSearchParams({ [param]: name }), nowMs)
  expect([Object.values(filters).includes(name), filterErrors]).toEqual([true, []])
})

test.each(['', '12', 'latest', '1-xyz', '-00f067aa0ba902b7', '9223372036854775808-00f067aa0ba902b7'])(
  '%j is the address of no exception',
  text => {
    expect(parseExceptionAddress(text)).toBeUndefined()
  },
)

describe('a link with other filters', () => {
  test('keeps the rest and goes back to the first page', () => {
    expect(changeParams(params('service=a&before=1-2&last=1h'), { service: 'b' })).toBe('?service=b&last=1h')
  })

  test('leaves out what is empty', () => {
    expect(changeParams(params('service=a&route=&q=x'), { service: undefined, q: '' })).toBe('?')
  })
})

describe('an address with empty parameters', () => {
  const leadsTo = (address: string) => {
    try {
      redirectWithoutEmptyParams(new URL(address, 'http://desk'))
      return undefined
    } catch (answer) {
      return answer instanceof Response ? [answer.status, answer.headers.get('location')] : answer
    }
  }

  test('leads to the same without them', () => {
    expect(leadsTo('/traces?last=1h&service=&operation=+&q=a%26b&min=')).toEqual([302, '/traces?last=1h&q=a%26b'])
    expect(leadsTo('/traces?operation=')).toEqual([302, '/traces'])
  })

  test('leads nowhere else once they are gone', () => {
    expect(leadsTo('/traces?last=1h&q=a%26b')).toBeUndefined()
    expect(leadsTo('/traces')).toBeUndefined()
  })
})

test('traces and spans under a heat map of durations have the slowest first, unless the address says otherwise', () => {
  const sortOf = (text: string) => chooseTraceSort(read(text).filters, params(text))
  expect(['', 'durations=1', 'durations=1&show=spans', 'durations=1&show=groups'].map(sortOf)).toEqual([
    '-began',
    '-duration',
    '-duration',
    '-began',
  ])
  expect(['durations=1&sort=-began', 'durations=1&sort=spans', 'sort=duration'].map(sortOf)).toEqual([
    '-began',
    'spans',
    'duration',
  ])
})
