import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { describeCauses, describeError } from './describe-error.ts'

class PriceError extends Error {}

describe('an error is described', () => {
  test('by its name where it has one of its own, else by its class', () => {
    const named = new Error('x')
    named.name = 'TimeoutError'
    expect([named, new PriceError('x'), new TypeError('x')].map(error => describeError(error).type)).toEqual([
      'TimeoutError',
      'PriceError',
      'TypeError',
    ])
  })

  test('with the frames of its stack, however long its message is', () => {
    const { message, stacktrace = '' } = describeError(new PriceError('price '.repeat(200_000)))
    expect(message).toHaveLength(8_193)
    expect(stacktrace.length).toBeLessThanOrEqual(32_769)
    expect(stacktrace).toMatch(/^Error: price .*…\n {4}at .*describe-error\.test\.ts/)
  })

  test('also when it comes from another realm', () => {
    const foreign: unknown = runInContext("new RangeError('far away')", createContext())
    expect(describeError(foreign)).toMatchObject({ type: 'RangeError', message: 'far away' })
  })

  test.each([
    ['a string', 'plain', 'string', 'plain'],
    ['a number', 42, 'number', '42'],
    ['null', null, 'null', 'null'],
    ['undefined', undefined, 'undefined', 'undefined'],
    ['an object', { code: 7 }, 'Object', '{"code":7}'],
    ['an object with a message', { message: 'm' }, 'Object', 'm'],
  ])('when it is %s', (_, thrown, type, message) => {
    expect(describeError(thrown)).toEqual({ type, message, stacktrace: undefined })
  })

  test('by its property names, if JSON cannot represent it', () => {
    const circular: Record<string, unknown> = { code: 'E_STOCK' }
    circular['self'] = circular
    expect(describeError(circular).message).toBe('Object with keys: code, self')
    expect(describeError({ amount: 1n }).message).toBe('Object with keys: amount')
  })

  test('when it cannot be read', () => {
    const hostile = {
      get message(): string {
        throw new Error('no')
      },
    }
    expect(describeError(hostile)).toMatchObject({ type: 'Object', message: '(unreadable: Error: no)' })
  })

  test('with a message that is cut where it is endless', () => {
    expect(describeError(new Error('x'.repeat(1_000_000))).message).toHaveLength(8_193)
  })
})

describe('causes', () => {
  test('come outermost first, at most five', () => {
    let error = new Error('7')
    for (let i = 6; i >= 0; i--) error = new Error(`${i}`, { cause: error })
    expect(describeCauses(error).map(cause => cause.message)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('that go round in a circle end', () => {
    const one = new Error('one')
    const two = new Error('two', { cause: one })
    one.cause = two
    expect(describeCauses(one).map(cause => cause.message)).toEqual(['two'])
  })

  test('of an AggregateError are its errors', () => {
    const error = new AggregateError([new TypeError('a'), 'b'], 'both')
    expect(describeCauses(error)).toMatchObject([
      { type: 'TypeError', message: 'a' },
      { type: 'string', message: 'b' },
    ])
  })

  test('are none where there are none', () => {
    expect([describeCauses(new Error('x')), describeCauses('x'), describeCauses(undefined)]).toEqual([[], [], []])
  })
})
