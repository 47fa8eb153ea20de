import { describe, expect, test } from 'vitest'
import { exceptionPath, readExceptionAddress } from './exception-address.ts'
import { readExceptionFilters } from './exception-filters.ts'
import { withParams } from './filter-links.ts'
import { readTimeRange } from './time-range.ts'
import { readTraceFilters } from './trace-filters.ts'

const nowMs = Date.UTC(2026, 10, 21, 14, 0, 0)
const params = (text: string) => new URLSearchParams(text)
const refusal = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return error
  }
  return 'not refused'
}
const refusedWith = (text: string) => ({ data: { unreadable: expect.stringContaining(text) }, init: { status: 400 } })

describe('a time range', () => {
  test('is the fallback when the URL has none, five minutes ahead included', () => {
    expect(readTimeRange(params(''), nowMs, '24h')).toEqual({
      from: 1_795_183_200_000_000_000n,
      to: 1_795_269_900_000_000_000n,
      last: '24h',
    })
  })

  test('moves with now when it has a name', () => {
    expect(readTimeRange(params('last=15m'), nowMs, '24h')).toMatchObject({
      from: 1_795_268_700_000_000_000n,
      last: '15m',
    })
  })

  test('is UTC where no zone is named, and half open', () => {
    expect(readTimeRange(params('from=2026-11-21T12:00&to=2026-11-21T13:30:15.5Z'), nowMs, '24h')).toEqual({
      from: 1_795_262_400_000_000_000n,
      to: 1_795_267_815_500_000_000n,
      last: undefined,
    })
  })

  test('takes an offset, and a date alone as its midnight', () => {
    const range = readTimeRange(params('from=2026-11-21&to=2026-11-21T14:00%2B02:00'), nowMs, '24h')
    expect(range).toMatchObject({ from: 1_795_219_200_000_000_000n, to: 1_795_262_400_000_000_000n })
  })

  test('that ends before it begins is refused', () => {
    expect(refusal(() => readTimeRange(params('from=2026-11-21&to=2026-11-20'), nowMs, '24h'))).toMatchObject(
      refusedWith('before it begins'),
    )
  })

  test.each(['last=1y', 'last=toString', 'from=yesterday', 'to=2026-13-01', 'from=1969-12-31'])(
    '%s is refused',
    text => {
      expect(refusal(() => readTimeRange(params(text), nowMs, '24h'))).toMatchObject(refusedWith(text))
    },
  )
})

describe('the filters of traces', () => {
  test('are all open when the URL has none', () => {
    expect(readTraceFilters(params(''), nowMs)).toMatchObject({
      service: '',
      route: '',
      failedOnly: false,
      minDurationNs: 0n,
      before: undefined,
    })
  })

  test.each([
    ['250ms', 250_000_000n],
    ['250', 250_000_000n],
    ['1.5s', 1_500_000_000n],
    ['1,5 s', 1_500_000_000n],
    ['2min', 120_000_000_000n],
    ['80us', 80_000n],
    ['0.1ms', 100_000n],
  ])('read a least duration of %s', (text, ns) => {
    expect(readTraceFilters(new URLSearchParams({ min: text }), nowMs).minDurationNs).toBe(ns)
  })

  test.each(['min=fast', 'min=-5ms', 'min=5parsecs', 'failed=maybe', 'before=yesterday', 'before=9999999999999999999'])(
    'refuse %s',
    text => {
      expect(refusal(() => readTraceFilters(params(text), nowMs))).toMatchObject(refusedWith(text.split('=')[0] ?? ''))
    },
  )

  test('take the checkbox of a form for failed', () => {
    expect(readTraceFilters(params('failed=on'), nowMs).failedOnly).toBe(true)
    expect(readTraceFilters(params('failed=0'), nowMs).failedOnly).toBe(false)
  })

  test('take the place where the page before ended', () => {
    expect(readTraceFilters(params('before=1700000000234567890'), nowMs).before).toBe(1_700_000_000_234_567_890n)
  })
})

describe('the filters of exceptions', () => {
  test('read service, route, issue and text', () => {
    expect(readExceptionFilters(params('service=checkout&route=/cart&issue=k7m2x9qd4r&q=+null+'), nowMs)).toMatchObject(
      {
        service: 'checkout',
        route: '/cart',
        issue: 'k7m2x9qd4r',
        text: 'null',
      },
    )
  })

  test('refuse a text of more than 200 characters and say how many it has', () => {
    const q = 'x'.repeat(201)
    expect(refusal(() => readExceptionFilters(new URLSearchParams({ q }), nowMs))).toMatchObject(refusedWith('has 201'))
  })
})

describe('the address of an exception', () => {
  test('is the same after its way through the path', () => {
    const address = { atNs: 1_700_000_000_234_567_890n, id: '00f067aa0ba902b7' }
    const path = exceptionPath(address)
    expect(path).toBe('/exceptions/1700000000234567890-00f067aa0ba902b7')
    expect(readExceptionAddress(path.slice('/exceptions/'.length))).toEqual(address)
  })

  test.each(['', '12', 'latest', '1-xyz', '-00f067aa0ba902b7'])('%j is none', text => {
    expect(readExceptionAddress(text)).toBeUndefined()
  })
})

describe('a link with other filters', () => {
  test('keeps the rest and goes back to the first page', () => {
    expect(withParams(params('service=a&before=1-2&last=1h'), { service: 'b' })).toBe('?service=b&last=1h')
  })

  test('leaves out what is empty', () => {
    expect(withParams(params('service=a&route=&q=x'), { service: undefined, q: '' })).toBe('?')
  })
})
