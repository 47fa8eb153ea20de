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

test('a line says the same on standard output and over OTLP', () => {
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

test('what a child logger redacts or serialises is as little over OTLP as in the line', () => {
  const { logger, lines, sent } = open()
  logger.child({}, { redact: ['password'] }).info({ password: 's3cr3t', user: 'ada' }, 'signed in')
  logger.child({}, { serializers: { card: () => 'XXXX' } }).info({ card: '4111' }, 'paid')
  expect(lines.join()).not.toMatch(/s3cr3t|4111/)
  expect(sent.map(line => line.attributes)).toEqual([{ password: '[Redacted]', user: 'ada' }, { card: 'XXXX' }])
})

test("a field called service is the app's own, with or without rules of its own", () => {
  const { logger, sent } = open()
  logger.info({ service: 'payments' }, 'called')
  logger.child({ service: 'till' }).info('opened')
  logger.child({}, { redact: ['card'] }).info({ service: 'mail' }, 'sent')
  logger.child({}, { redact: ['card'] }).info('idle')
  expect(sent.map(line => line.attributes)).toEqual([
    { service: 'payments' },
    { service: 'till' },
    { service: 'mail' },
    {},
  ])
})

test('a value that is no JSON loses nothing else', () => {
  const { logger, sent } = open()
  const circle: Record<string, unknown> = { name: 'circle' }
  circle['self'] = circle
  logger.info({ circle, big: { n: 10n }, kept: true }, 'odd')
  expect(sent[0]?.attributes).toMatchObject({
    circle: expect.stringContaining('[Circular'),
    big: '{ n: 10n }',
    kept: true,
  })
})

test('the error that a line is about is an exception, with its stack and causes', () => {
  const { logger, sent } = open()
  const error = new RangeError('too much', { cause: new TypeError('no price') })
  logger.error(error)
  logger.error({ err: error, at: 'till' }, 'failed')
  logger.child({}, { redact: ['card'] }).error({ err: error }, 'redacted')
  for (const { attributes } of sent) {
    expect(attributes).toMatchObject({
      'exception.type': 'RangeError',
      'exception.stacktrace': expect.stringMatching(/^RangeError: too much\n {4}at /),
    })
    expect(attributes).not.toHaveProperty('err')
  }
  expect(sent[1]?.attributes).toMatchObject({ at: 'till', 'exception.message': 'too much' })
  expect(String(sent[1]?.attributes['errata.exception.causes'])).toMatch(/^\[\{"type":"TypeError","message":"no price"/)
  expect(sent.map(line => line.body)).toEqual(['too much', 'failed', 'redacted'])
})

test('an error beside the one that the line is about is text, and so is what is no error', () => {
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
