import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf, functionNames, normaliseMessage } from './digest.ts'

const base = { type: 'TypeError', message: 'cart is empty', routeId: 'routes/cart', stacktrace: undefined }

/** As V8 prints it, from a bundled server. */
function stack(message: string, ...frames: string[]): string {
  return [message, ...frames.map(frame => `    at ${frame}`)].join('\n')
}

describe('a digest', () => {
  test('has ten characters that cannot be mistaken for one another', () => {
    expect(digestOf(base)).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{10}$/)
  })

  test('is the same for the same error, and stays so: it is quoted for months', () => {
    expect(digestOf(base)).toBe('dwr69wqn33')
  })

  test.each([
    ['type', { type: 'RangeError' }],
    ['message', { message: 'cart is full' }],
    ['route', { routeId: 'routes/basket' }],
    ['function', { stacktrace: stack('x', 'pay (/srv/build/server/index.js:1:2)') }],
  ])('differs with the %s', (_, difference) => {
    expect(digestOf({ ...base, ...difference })).not.toBe(digestOf(base))
  })

  test('does not differ with file, line, column, bundler suffix, host or build', () => {
    const before = stack(
      'TypeError: x',
      'loader$2 (/srv/a/build/server/index.js:163:8)',
      'async pay$1 (/srv/a/x.js:1:1)',
    )
    const after = stack(
      'TypeError: x',
      'loader$31 (file:///app/server-9f3.js:9:77)',
      'async pay (file:///app/y.js:2:4)',
    )
    expect(digestOf({ ...base, stacktrace: before })).toBe(digestOf({ ...base, stacktrace: after }))
  })

  test('does not differ with what a dependency or Node did in between', () => {
    const own = 'loader (/srv/build/server/index.js:1:2)'
    const foreign = ['parse (/srv/node_modules/zod/lib/index.js:1:1)', 'process.processTicks (node:internal/x:1:1)']
    expect(digestOf({ ...base, stacktrace: stack('x', ...foreign, own) })).toBe(
      digestOf({ ...base, stacktrace: stack('x', own) }),
    )
  })

  test('differs for each of 1,000 different errors', () => {
    const words = ['cart', 'order', 'price', 'stock', 'user', 'mail', 'page', 'file', 'lock', 'queue']
    const errors = words.flatMap(type =>
      words.flatMap(noun =>
        words.map(place => ({
          type: `${type}Error`,
          message: `the ${noun} is gone`,
          routeId: `routes/${place}`,
          stacktrace: stack('x', `load${place} (/srv/index.js:1:1)`),
        })),
      ),
    )
    expect(new Set(errors.map(digestOf)).size).toBe(1_000)
  })
})

const [react, rest] = ['Minified React error #418; visit', ' for the full message or use the non-minified one.']

describe('messages share one digest when they differ only in', () => {
  test.each([
    ['numbers', 'took 5 ms of 10', 'took 72 ms of 3000'],
    ['negative and decimal numbers', 'balance -12.50 too low', 'balance 7 too low'],
    ['ids', 'no order ord_8fK2', 'no order ord_77aB9'],
    ['uuids', 'no row 9f1c2d3e-0000-4a6b-8c7d-001122334455', 'no row 00000000-1111-4222-8333-444455556666'],
    ['hex', 'bad pointer 0xDEADBEEF at deadbeef', 'bad pointer 0x12 at cafebabe'],
    ['single quoted values', "can't read 'price' of it", "can't read 'weight' of it"],
    ['double quoted values', 'Unexpected token "<" here', 'Unexpected token "}" here'],
    ['backquoted values', 'column `a` unknown', 'column `total price` unknown'],
    ['curly quoted values', 'no “name” given', 'no “first name” given'],
    ['ISO dates', 'since 2026-11-21T13:59:20.123Z', 'since 2025-01-02T03:04:05Z'],
    ['written dates', 'since Sat, 21 Nov 2026 13:59:20 GMT', 'since Mon, 02 Feb 2026 03:04:05 GMT'],
    ['dates of Date.toString', 'on Sat Nov 21 2026 13:59:20', 'on Sun May 03 2026 01:02:03'],
    ['addresses', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 10.20.30.40:80'],
    ['mail addresses', 'no account of ann@example.com', 'no account of bo.b+x@mail.example.org'],
    ['random ids', 'no session V1StGXR8_Z5jdHi6B-myT', 'no session QjTmBQAxEz-fVsKfHaEYb'],
    [
      'pages of minified errors',
      `${react} https://react.dev/errors/418${rest}`,
      `${react} https://a.org/?b=418${rest}`,
    ],
    ['ids beside a code', 'order 17: status code 404', 'order 4711: status code 404'],
    ['paths with ids', 'GET /orders/17/items/3 failed', 'GET /orders/4711/items/12 failed'],
  ])('%s', (_, one, other) => {
    expect(normaliseMessage(one)).toBe(normaliseMessage(other))
  })

  test('and not when a word differs', () => {
    expect(normaliseMessage("can't open it")).not.toBe(normaliseMessage("can't close it"))
    expect(normaliseMessage('it may fail')).not.toBe(normaliseMessage('it will fail'))
  })
})

test('a message that is made to be slow takes no longer than another', () => {
  const unit = fc.constantFrom(
    'a',
    'aB',
    'aBC',
    '_',
    '-',
    'code',
    'status',
    'error',
    '/err#',
    '#',
    ' ',
    '"',
    'eyJ',
    '(',
    '=',
    'https://',
    ':',
  )
  const message = fc.tuple(unit, unit, unit).map(units => `${units.join('').repeat(2_000)}!`)
  // A pattern with cubic time hits the timeout.
  fc.assert(
    fc.property(message, text => normaliseMessage(text).length <= 2_000),
    { numRuns: 1_000 },
  )
})

describe('function names of a stack', () => {
  test('are those of the app, innermost first, without receiver, alias and suffix', () => {
    const text = stack(
      'Error: x',
      'Object.loader$2 [as run] (/srv/build/index.js:1:2)',
      'new Cart (/srv/build/index.js:2:3)',
      'async Promise.all (index 0)',
      '/srv/build/index.js:4:5',
      'async CartStore.load (/srv/build/index.js:6:7)',
      'run (node:internal/x:1:1)',
    )
    expect(functionNames(text)).toEqual(['loader', 'Cart', 'all', 'load'])
  })

  test('are at most five', () => {
    const frames = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => `${name} (/srv/x.js:1:1)`)
    expect(functionNames(stack('x', ...frames))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('are none where there is no stack', () => {
    expect(functionNames('')).toEqual([])
  })
})
