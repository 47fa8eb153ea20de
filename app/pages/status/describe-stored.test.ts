import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTAGES } from '../../http/outages.ts'
import { describeStorage, describeStored } from './describe-stored.server.ts'

const nowMs = 1_795_000_000_000
const days = { traces: 14, logs: 30, metrics: 31, exceptions: 90, digests: 400 }
const service = { service: 'shop', spans: 90, logs: 5, points: 0, newestStoredNs: 1n, delay: { p50: 0, p95: 75 } }

test('each service has its share of all records and its delay', () => {
  const mail = { ...service, service: 'mail', spans: 0, delay: undefined }
  expect(describeStored({ answer: [service, mail] })).toEqual({
    answer: [
      {
        service: 'shop',
        spans: '90',
        logs: '5',
        points: '0',
        share: '95 %',
        p50: '< 1 s',
        p95: '1 min 15 s',
        newestStoredNs: 1n,
      },
      { service: 'mail', spans: '0', logs: '5', points: '0', share: '5 %', p50: '–', p95: '–', newestStoredNs: 1n },
    ],
  })
})

test('a range that is too large to count is no outage, any other outage is', () => {
  const outage = (kind: 'timeout' | 'away') => ({ outage: OUTAGES[kind] })
  expect(describeStored(outage('timeout'))).toEqual({ answer: 'too much' })
  expect(describeStored(outage('away'))).toEqual(outage('away'))
})

test('a delay has no decimals, which it was not measured with', () => {
  fc.assert(
    fc.property(fc.nat(), p95 => {
      const told = describeStored({ answer: [{ ...service, delay: { p50: 0, p95 } }] })
      expect(JSON.stringify('answer' in told && told.answer !== 'too much' && told.answer[0]?.p95)).not.toContain('.')
    }),
  )
})

test('storage without the permission to read it is only how long what is kept', () => {
  const kept = 'Days kept: spans 14, log records 30, data points 31, exceptions 90, drop counts 400.'
  const byDay = { answer: undefined }
  expect(describeStorage({ told: { answer: undefined }, byDay, access: { answer: false } }, days, nowMs)).toEqual({
    answer: { used: kept, full: '', readsFiles: false },
  })
  const told = { answer: { used: 1_536, free: 2 ** 30 } }
  expect(describeStorage({ told, byDay, access: { answer: true } }, days, nowMs)).toEqual({
    answer: { used: `1.50 KiB used and 1.00 GiB free on this ClickHouse node. ${kept}`, full: '', readsFiles: true },
  })
})

test('when the disk is full is shown from four fifths on, or if it is within two weeks', () => {
  const GIB = 2 ** 30
  const byDay = {
    answer: [4, 3, 2, 1].map(ago => ({
      day: new Date(nowMs - ago * 86_400_000).toISOString().slice(0, 10),
      ofDay: GIB,
      spans: 0,
      logs: 0,
      leaving: 0,
    })),
  }
  const fullOf = (used: number, free: number) => {
    const shown = describeStorage(
      { told: { answer: { used: used * GIB, free: free * GIB } }, byDay, access: { answer: false } },
      days,
      nowMs,
    )
    return 'answer' in shown ? shown.answer.full : shown
  }
  const rate = 'at the 1.00 GiB a day of the last 3 days.'
  expect(fullOf(79, 21)).toBe('')
  expect(fullOf(90, 22.5)).toBe(`80 % of the room for Errata is used. The disk is full in 22 days ${rate}`)
  expect(fullOf(0.5, 9.5)).toBe(`5 % of the room for Errata is used. The disk is full in 9 days ${rate}`)
  expect(fullOf(4.5, 0.5)).toBe(`90 % of the room for Errata is used. The disk is full in less than a day ${rate}`)
})
