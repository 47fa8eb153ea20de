import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTAGES } from '../../http/outages.ts'
import { describeStorage, describeStored } from './describe-stored.server.ts'

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
  const days = { traces: 14, logs: 30, metrics: 31, exceptions: 90, digests: 400 }
  const kept = 'Days kept: spans 14, log records 30, data points 31, exceptions 90, drop counts 400.'
  expect(describeStorage({ answer: undefined }, { answer: false }, days)).toEqual({
    answer: { used: kept, readsFiles: false },
  })
  expect(describeStorage({ answer: { used: 1_536, free: 2 ** 30 } }, { answer: true }, days)).toEqual({
    answer: { used: `1.50 KiB used and 1.00 GiB free on this ClickHouse node. ${kept}`, readsFiles: true },
  })
})
