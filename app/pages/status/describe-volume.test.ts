import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BytesOfDay } from '../../../store/storage/list-bytes-by-day.ts'
import type { Volume } from '../../../store/storage/volume.ts'
import { OUTAGES } from '../../http/outages.ts'
import { describeVolume } from './describe-volume.server.ts'

const GIB = 2 ** 30
const nowMs = Date.parse('2026-11-30T12:00:00Z')
const kept = { traces: 14, logs: 30, metrics: 31, exceptions: 90, digests: 400 }

const volume = (service: string, name: string | undefined, count: number, share: number): Volume => ({
  service,
  name,
  count,
  share,
})
const day = (day: string, spans: number, logs: number): BytesOfDay => ({
  day,
  ofDay: spans + logs,
  spans,
  logs,
  leaving: 0,
})

const answers = {
  spans: {
    answer: {
      volumes: [
        volume('gateway', undefined, 3_000, 0.75),
        volume('mail', undefined, 1_000, 0.25),
        volume('gateway', 'GET /cart', 2_000, 0.5),
        volume('gateway', 'GET /pay', 1_000, 0.25),
        volume('mail', 'send', 1_000, 0.25),
      ],
      oneIn: 16,
    },
  },
  logs: { answer: { volumes: [volume('mail', undefined, 50, 1), volume('mail', 'info', 50, 1)], oneIn: 1 } },
  points: { answer: [{ service: 'jvm', points: 12 }] },
  byDay: { answer: [day('2026-11-28', 0, 1), day('2026-11-29', 8 * GIB, 2 * GIB), day('2026-11-30', GIB, GIB)] },
}

const shown = (told: Parameters<typeof describeVolume>[0]) => {
  const result = describeVolume(told, kept, nowMs)
  if ('outage' in result) throw new Error('There is no outage.')
  return result.answer
}

test('who writes most, and what a rule for each operation and severity would save', () => {
  const { most, services, droppable, note } = shown(answers)
  expect(most).toBe('gateway writes 60 % of 10.0 GiB a day.')
  expect(services).toEqual([
    { service: 'gateway', spans: '3,000', logs: '0', points: '0', bytes: '6.00 GiB', share: '60 %' },
    { service: 'mail', spans: '1,000', logs: '50', points: '0', bytes: '4.00 GiB', share: '40 %' },
    { service: 'jvm', spans: '0', logs: '0', points: '12', bytes: '0 B', share: '0 %' },
  ])
  expect(droppable.map(({ service, name, bytes, kept }) => [service, name, bytes, kept])).toEqual([
    ['gateway', 'GET /cart', '4.00 GiB', '56.0 GiB'],
    ['gateway', 'GET /pay', '2.00 GiB', '28.0 GiB'],
    ['mail', 'send', '2.00 GiB', '28.0 GiB'],
    ['mail', 'log records, info', '2.00 GiB', '60.0 GiB'],
  ])
  expect(droppable[0]?.path).toBe('/traces?q=service%3Agateway+operation%3A%22GET+%2Fcart%22&show=spans')
  expect(note).toContain('Estimated from one trace in 16.')
})

test('before the end of a whole day there are shares, and no bytes a day', () => {
  const { most, services, note } = shown({ ...answers, byDay: { answer: [day('2026-11-30', 3 * GIB, GIB)] } })
  expect(most).toBe('')
  expect(services[0]).toMatchObject({ service: 'gateway', bytes: '–', share: '56.3 %' })
  expect(note).toContain('on disk')
})

test('a user who may not read parts sees counts, and why there are no bytes', () => {
  const { services, droppable, note } = shown({ ...answers, byDay: { answer: undefined } })
  expect(services[0]).toMatchObject({ service: 'gateway', spans: '3,000', bytes: '–', share: '–' })
  expect(droppable[0]).toMatchObject({ name: 'GET /cart', bytes: '–', kept: '–' })
  expect(note).toContain('system.parts')
})

test('an outage of any part is one of the whole', () => {
  for (const part of ['spans', 'logs', 'points', 'byDay'] as const)
    expect(describeVolume({ ...answers, [part]: { outage: OUTAGES.away } }, kept, nowMs)).toEqual({
      outage: OUTAGES.away,
    })
})

test('the shares of services add up to all', () => {
  const share = fc.integer({ min: 0, max: 1_000 })
  const rates = fc.record({
    spans: fc.nat(10 ** 9),
    logs: fc.nat(10 ** 9),
    shares: fc.array(share, { minLength: 1, maxLength: 9 }),
  })
  fc.assert(
    fc.property(rates, ({ spans, logs, shares }) => {
      const total = shares.reduce((sum, one) => sum + one, 0)
      fc.pre(total > 0 && spans + logs > 0)
      const volumes = shares.map((one, i) => volume(`service ${i}`, undefined, 1, one / total))
      const { services } = shown({
        spans: { answer: { volumes, oneIn: 1 } },
        logs: { answer: { volumes, oneIn: 1 } },
        points: { answer: [] },
        byDay: { answer: [day('2026-11-28', 1, 1), day('2026-11-29', spans, logs)] },
      })
      const percents = services.map(({ share }) => Number(share.replace('< 0.01 %', '0').replace(' %', '')))
      expect(Math.abs(percents.reduce((sum, one) => sum + one, 0) - 100)).toBeLessThan(1)
    }),
  )
})
