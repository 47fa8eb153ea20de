import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogLine } from './log-processor.ts'
import { createLoggers } from './logger.ts'

function open() {
  const lines: string[] = []
  const sent: LogLine[] = []
  const output = { write: (line: string) => lines.push(line), flush: () => {} }
  const { logger } = createLoggers({ serviceName: 'shop', level: 'info', output, send: line => sent.push(line) })
  return { logger, lines, sent }
}

test('a line has the same content on standard output and over OTLP', () => {
  const { logger, lines, sent } = open()
  logger.child({ component: 'till' }).warn({ amount: 12.5, items: [1, 2] }, 'sold')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    service: 'shop',
    component: 'till',
    amount: 12.5,
    msg: 'sold',
  })
  expect(sent).toEqual([
    {
      severityNumber: 13,
      severityText: 'WARN',
      body: 'sold',
      attributes: { component: 'till', amount: 12.5, items: '[1,2]' },
    },
  ])
})

test("a field called service is the app's own, and the service's name is no attribute", () => {
  const { logger, sent } = open()
  logger.info({ service: 'payments' }, 'called')
  logger.child({ service: 'till' }).info('opened')
  logger.info('idle')
  expect(sent.map(line => line.attributes)).toEqual([{ service: 'payments' }, { service: 'till' }, {}])
})

test('a child logger adds its fields to those of its parent', () => {
  const { logger, lines, sent } = open()
  logger.child({ component: 'till', shelf: 7 }).child({ shelf: 8 }).info({ amount: 1 }, 'sold')
  logger.info('idle')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ component: 'till', shelf: 8, amount: 1 })
  expect(sent.map(line => line.attributes)).toEqual([{ component: 'till', shelf: 8, amount: 1 }, {}])
})

test('lines below the level are neither written nor sent', () => {
  const { logger, lines, sent } = open()
  logger.debug('looked up')
  logger.child({ component: 'till' }).trace('looked up')
  expect([lines, sent]).toEqual([[], []])
})

test('values replace the placeholders of a message', () => {
  const { logger, sent } = open()
  logger.info('%s costs %d', 'tea', 3)
  logger.warn({ shelf: 7 }, 'no %s', 'tea')
  logger.info('100 %s')
  expect(sent.map(({ body }) => body)).toEqual(['tea costs 3', 'no tea', '100 %s'])
})

test('any arguments make one line of JSON with a body and never throw', () => {
  fc.assert(
    fc.property(fc.array(fc.anything({ withBigInt: true, withDate: true, withMap: true }), { maxLength: 3 }), args => {
      const { logger, lines, sent } = open()
      Reflect.apply(logger.info, undefined, args)
      expect(lines.map(line => typeof JSON.parse(line))).toEqual(['object'])
      expect(sent).toMatchObject([{ body: expect.any(String) }])
    }),
  )
})

test('a value that is not JSON loses nothing else', () => {
  const { logger, lines, sent } = open()
  const circle: Record<string, unknown> = { name: 'circle' }
  circle['self'] = circle
  logger.info({ circle, big: { n: 10n }, kept: true }, 'odd')
  expect(sent[0]?.attributes).toMatchObject({
    circle: expect.stringContaining('[Circular'),
    big: '{ n: 10n }',
    kept: true,
  })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ big: '{ n: 10n }', kept: true, msg: 'odd' })
})

test('the error that a line is about is an exception, with its stack and causes', () => {
  const { logger, lines, sent } = open()
  const error = new RangeError('too much', { cause: new TypeError('no price') })
  logger.error(error)
  logger.error({ err: Object.assign(error, { code: 'E_LIMIT' }), at: 'till' }, 'failed')
  logger.child({ err: error }).error({}, 'bound')
  for (const { attributes } of sent) {
    expect(attributes).toMatchObject({
      'exception.type': 'RangeError',
      'exception.stacktrace': expect.stringMatching(/^RangeError: too much\n {4}at /),
    })
    expect(attributes).not.toHaveProperty('err')
  }
  expect(sent[1]?.attributes).toMatchObject({ at: 'till', 'exception.message': 'too much' })
  expect(String(sent[1]?.attributes['errata.exception.causes'])).toMatch(/^\[\{"type":"TypeError","message":"no price"/)
  expect(sent.map(line => line.body)).toEqual(['too much', 'failed', 'bound'])
  expect(JSON.parse(lines[1] ?? '').err).toMatchObject({
    type: 'RangeError',
    message: 'too much',
    code: 'E_LIMIT',
    stack: expect.stringMatching(/^RangeError: too much\n {4}at (?:.|\n)*\ncaused by: TypeError: no price\n {4}at /),
  })
})

test('another error in a line is text, and so is an `err` that is not an error', () => {
  const { logger, sent } = open()
  logger.warn({ earlier: new RangeError('too much'), err: 'none' }, 'odd')
  expect(sent[0]?.attributes['earlier']).toMatch(/^RangeError: too much\n {4}at /)
  expect(sent[0]?.attributes['err']).toBe('none')
  expect(sent[0]?.attributes).not.toHaveProperty('exception.type')
})

test('a line has the time to the millisecond', () => {
  const { logger, lines } = open()
  const before = Date.now()
  logger.info('now')
  const { time } = JSON.parse(lines[0] ?? '')
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
})
