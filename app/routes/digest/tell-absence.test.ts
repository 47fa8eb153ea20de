import { expect, test } from 'vitest'
import { tellAbsence, whenSpansExpired } from './tell-absence.ts'

const nowMs = 1_800_000_000_000
const nowNs = 1_800_000_000_000_000_000n
const secondNs = 1_000_000_000n
const dayNs = 86_400n * secondNs
const retentionDays = { exceptions: 90 }

test('a digest without a record was never seen while the store is fresh', () => {
  const newestStoredNs = nowNs - 15n * secondNs
  expect(tellAbsence({ nowMs, record: undefined, newestStoredNs, retentionDays })).toEqual({ kind: 'never-seen' })
})

test('it is perhaps still on its way once the newest row is older than 15 seconds', () => {
  const newestStoredNs = nowNs - 15n * secondNs - 1n
  expect(tellAbsence({ nowMs, record: undefined, newestStoredNs, retentionDays })).toEqual({ kind: 'on-its-way' })
})

test('it is perhaps still on its way while the store is empty', () => {
  expect(tellAbsence({ nowMs, record: undefined, newestStoredNs: 0n, retentionDays })).toEqual({ kind: 'on-its-way' })
})

test('a digest last seen longer ago than records are kept has expired, and it says when', () => {
  const record = { lastSeenNs: nowNs - 100n * dayNs }
  expect(tellAbsence({ nowMs, record, newestStoredNs: nowNs, retentionDays })).toEqual({
    kind: 'expired',
    expiredNs: nowNs - 10n * dayNs,
  })
})

test('a digest seen lately whose records are not there yet is on its way', () => {
  const record = { lastSeenNs: nowNs - secondNs }
  expect(tellAbsence({ nowMs, record, newestStoredNs: nowNs, retentionDays })).toEqual({ kind: 'on-its-way' })
})

test('the spans of a trace expire with their own retention, to the nanosecond', () => {
  const days = { traces: 14 }
  expect(whenSpansExpired({ nowMs, atNs: nowNs - 14n * dayNs, retentionDays: days })).toBe(nowNs)
  expect(whenSpansExpired({ nowMs, atNs: nowNs - 14n * dayNs + 1n, retentionDays: days })).toBeUndefined()
})
