import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testException } from './exception.test-data.ts'
import { toDisplayedException, toExceptionSummary } from './show-exception.ts'

const megabyte = 'the cart is full of them\n'.repeat(42_000)
const weightOf = (shown: unknown) =>
  JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).length

describe('what a page shows of an exception', () => {
  test('is its frames, whatever the length of the message', () => {
    const stacktrace = `TypeError: ${megabyte}\n    at pay (/srv/shop/pay.js:3:4)`
    const { message, stack } = toDisplayedException(testException({ message: megabyte, stacktrace }), 'app')

    expect(stack.sections[0]?.runs[0]?.frames).toMatchObject([{ function: 'pay', place: '/srv/shop/pay.js:3:4' }])
    expect(message.total).toBe(megabyte.length)
  })

  test('is light for any choice, however much was sent', () => {
    const long = `Error: ${megabyte}\n${'    at pay (/srv/shop/pay.js:3:4)\n    at node:fs:1:2\n'.repeat(20_000)}`
    const exception = testException({
      message: megabyte,
      stacktrace: long,
      causes: Array.from({ length: 3 }, () => ({ type: 'E', message: megabyte, stacktrace: long })),
      attributes: { 'errata.stack.raw': long, 'errata.stack.context': long, 'user.note': megabyte },
    })
    for (const choice of ['app', 'all', 'raw'] as const) {
      expect(weightOf(toDisplayedException(exception, choice))).toBeLessThan(800_000)
    }
    expect(weightOf(toExceptionSummary(exception))).toBeLessThan(4_000)
  })

  test('says so where a message is blank', () => {
    for (const message of ['', ' \n'])
      expect(toDisplayedException(testException({ message }), 'app').message).toEqual({ text: 'no message', total: 10 })
  })

  test('has a type that is no longer than a heading may be', () => {
    expect(toDisplayedException(testException({ type: megabyte }), 'app').type).toHaveLength(201)
  })

  test.each([
    ['E: m\n    at f (a.tsx:7:1)', { before: ['x'], line: 'f()', after: [] }, ''],
    [
      'E: m\n    at f (a.tsx:7:1)',
      { before: [], line: 'f()', after: [] },
      'Of the source only failing lines were sent.',
    ],
    ['E: m\n    at f (a.tsx:7:1)', undefined, 'No source was sent.'],
    ['E: m\n    at f (https://shop.example/a.js:7:1)', undefined, ''],
  ])('has the order of %j, and why %j is all of its source', (stacktrace, context, why) => {
    const attributes = { 'errata.stack.context': JSON.stringify([{ file: 'a.tsx', line: 7, context }]) }
    const { stack } = toDisplayedException(testException({ stacktrace, attributes }), 'app')

    expect(stack.note).toBe(`Latest call first. ${why}`.trim())
  })

  test('counts the frames that are too many, and keeps the first and the last', () => {
    const stacktrace = `Error: m\n${Array.from({ length: 500 }, (_, i) => `    at f${i} (/srv/a.js:${i + 1}:1)`).join('\n')}`
    const [section] = toDisplayedException(testException({ stacktrace }), 'app').stack.sections

    expect(section?.hidden).toBe(380)
    expect(section?.runs[0]?.frames.at(0)?.function).toBe('f0')
    expect(section?.runs[0]?.frames.at(-1)?.function).toBe('f499')
  })

  test('is the stack before it was mapped where one asks for what was sent', () => {
    const attributes = {
      'errata.stack.raw': 'E: m\n    at t (/a.js:1:1)',
      'errata.stack.mapped': 'part',
      'errata.stack.unmapped_reason': 'no_map',
    }
    const { stack } = toDisplayedException(testException({ attributes }), 'raw')

    expect(stack.raw?.text).toBe('E: m\n    at t (/a.js:1:1)')
    expect(stack.mapping).toEqual({ mappedBy: 'sender', state: 'part', why: 'no source map found' })
    expect(stack.sections).toEqual([])
  })

  test('is the text itself where it has no frame that can be read', () => {
    const { stack } = toDisplayedException(testException({ stacktrace: 'in line 5 of cart.cob' }), 'app')

    expect(stack.raw?.text).toBe('in line 5 of cart.cob')
  })

  test('is the source round a place that was mapped, told by file and line', () => {
    const context = { before: ['a', 'b'], line: 'c()', after: ['d'] }
    const list = [null, { file: 'app/routes/cart.tsx', line: 41, column: 9, function: 'pay', context }]
    const stacktrace = 'E: m\n    at pay (app/routes/cart.tsx:41:9)\n    at other (app/routes/cart.tsx:40:9)'
    const attributes = { 'errata.stack.context': JSON.stringify(list) }
    const [section] = toDisplayedException(testException({ stacktrace, attributes }), 'app').stack.sections

    expect(section?.runs[0]?.frames.map(frame => frame.context)).toEqual([context, undefined])
  })

  test('is the causes and the components that were told apart from the stack', () => {
    const causes = [
      { type: 'KeyError', message: 'no tea', stacktrace: 'KeyError: no tea\n    at find (/srv/f.js:1:2)' },
    ]
    const attributes = {
      'errata.react.component_stack': '\n    at Cart (https://shop.test/a.js:1:2)\n    at div (<anonymous>)',
    }
    const { sections } = toDisplayedException(testException({ causes, attributes }), 'app').stack

    expect(sections.map(({ relation, title, message }) => [relation, title, message.text])).toEqual([
      ['thrown', '', ''],
      ['cause', 'KeyError', 'no tea'],
      ['component', '', ''],
    ])
  })

  test('leaves out of the attributes what stands elsewhere on the page', () => {
    const attributes = {
      'errata.stack.raw': 'x',
      'errata.stack.context': '[]',
      'errata.stack.mapped': 'yes',
      'user.plan': 'pro',
    }
    expect(toDisplayedException(testException({ attributes }), 'app').attributes).toEqual({ 'user.plan': 'pro' })
  })
})

test('nothing that a sender may write as source, mapping or causes makes a page fail', () => {
  const text = fc.oneof(fc.json(), fc.string(), fc.constantFrom('yes', 'no', 'part', '__proto__'))
  fc.assert(
    fc.property(text, text, text, fc.string({ unit: 'binary' }), (context, mapped, components, stacktrace) => {
      const attributes = {
        'errata.stack.context': context,
        'errata.stack.mapped': mapped,
        'errata.react.component_stack': components,
      }
      const shown = toDisplayedException(testException({ stacktrace, attributes }), 'app')
      expect(shown.stack.choice).toBe('app')
    }),
    { numRuns: 300 },
  )
})
