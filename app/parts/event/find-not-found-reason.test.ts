import { expect, test } from 'vitest'
import { findNotFoundReason, findSpansExpiredNs, findStalestSignal } from './find-not-found-reason.ts'

const nowMs = 1_800_000_000_000
const nowNs = 1_800_000_000_000_000_000n
const secondNs = 1_000_000_000n
const dayNs = 86_400n * secondNs
const retentionDays = { exceptions: 90 }
const logsOf = (newestStoredNs: bigint) => ({ signal: 'logs' as const, newestStoredNs })

test('a digest without a record was never seen while the store is fresh', () => {
  const stalest = logsOf(nowNs - 15n * secondNs)
  expect(findNotFoundReason({ nowMs, record: undefined, stalest, retentionDays })).toEqual({ kind: 'never-seen' })
})

test('it is perhaps still on its way once the newest log record or span is older than 15 seconds', () => {
  const stalest = logsOf(nowNs - 15n * secondNs - 1n)
  expect(findNotFoundReason({ nowMs, record: undefined, stalest, retentionDays })).toEqual({ kind: 'on-its-way' })
})

test('it is perhaps still on its way while the store is empty', () => {
  expect(findNotFoundReason({ nowMs, record: undefined, stalest: logsOf(0n), retentionDays })).toEqual({
    kind: 'on-its-way',
  })
})

test('a digest last seen longer ago than records are kept has expired, and it says when', () => {
  const record = { lastSeenNs: nowNs - 100n * dayNs }
  expect(findNotFoundReason({ nowMs, record, stalest: logsOf(nowNs), retentionDays })).toEqual({
    kind: 'expired',
    expiredNs: nowNs - 10n * dayNs,
  })
})

test('a digest seen lately whose records are not there yet is on its way', () => {
  const record = { lastSeenNs: nowNs - secondNs }
  expect(findNotFoundReason({ nowMs, record, stalest: logsOf(nowNs), retentionDays })).toEqual({ kind: 'on-its-way' })
})

test('what a drop rule took says which and when, however fresh the store is; what has a record was not taken', () => {
  const drop = { rule: 'health-check', sender: 'server' as const, lastNs: nowNs - secondNs }
  for (const stalest of [logsOf(nowNs), logsOf(0n)]) {
    expect(findNotFoundReason({ nowMs, record: undefined, stalest, drop, retentionDays })).toEqual({
      kind: 'dropped',
      rule: 'health-check',
      sender: 'server',
      atNs: nowNs - secondNs,
    })
  }
  const record = { lastSeenNs: nowNs - 100n * dayNs }
  expect(findNotFoundReason({ nowMs, record, stalest: logsOf(nowNs), drop, retentionDays })).toMatchObject({
    kind: 'expired',
  })
})

test('the spans of a trace expire with their own retention, to the nanosecond', () => {
  const days = { traces: 14 }
  expect(findSpansExpiredNs({ nowMs, atNs: nowNs - 14n * dayNs, retentionDays: days })).toBe(nowNs)
  expect(findSpansExpiredNs({ nowMs, atNs: nowNs - 14n * dayNs + 1n, retentionDays: days })).toBeUndefined()
})

test('the store is as fresh as the staler of logs and spans, whatever metrics arrive', () => {
  const metrics = { signal: 'metrics', newestStoredNs: nowNs }
  const [logs, spans] = [logsOf(nowNs - 60n * secondNs), { signal: 'spans', newestStoredNs: nowNs - 2n * secondNs }]
  expect(findStalestSignal([logs, metrics, spans])).toEqual(logs)
  expect(findStalestSignal([metrics, spans])).toEqual(logsOf(0n))
  expect(findStalestSignal([{ ...logs, newestStoredNs: nowNs }, metrics, spans])).toEqual(spans)
})
