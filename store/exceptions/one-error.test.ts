import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listIssueExceptions } from '../issues/list-issue-exceptions.ts'
import { listIssues } from '../issues/list-issues.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { rangeEndingAt } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

const attributes = { 'exception.type': 'CardDeclined', 'exception.message': 'no money' }

/** Each insert has some of the spans that record the error, and maybe the log record. */
const inserts = fc.array(fc.record({ spans: fc.uniqueArray(fc.nat(3), { maxLength: 3 }), hasLog: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
})

test('an error is one event of one issue, whichever spans record it, logged or not, in any order and any inserts', async () => {
  await using store = await openTestStore()
  await fc.assert(
    fc.asyncProperty(
      inserts.filter(all => all.some(({ spans, hasLog }) => spans.length > 0 || hasLog)),
      async sent => {
        const service = `shop ${randomBytes(6).toString('hex')}`
        const traceId = randomBytes(16).toString('hex')
        const log = exceptionRow({
          at: 60_000,
          service,
          traceId,
          spanId: '00000000000000ff',
          type: 'CardDeclined',
          message: 'no money',
          stacktrace: '',
        })
        const span = (nth: number) =>
          spanRow({
            at: 60_000 + nth,
            service,
            traceId,
            spanId: `000000000000000${nth + 1}`,
            events: [{ name: 'exception', attributes }],
          })
        for (const { spans, hasLog } of sent) await store.insert([...spans.map(span), ...(hasLog ? [log] : [])])

        const range = rangeEndingAt(Date.now(), 7_200_000)
        const exceptions = await listExceptions(store, { range, service, limit: 50 })
        expect(exceptions).toHaveLength(1)
        const list = {
          range,
          nowNs: range.to,
          tab: 'all',
          sort: 'events',
          offset: 0,
          limit: 50,
          who: '',
          service,
        } as const
        const { issues } = await listIssues(store, list)
        expect(issues.map(({ issue, events }) => [issue, events])).toEqual([[exceptions[0]?.issue, 1]])
        const issue = exceptions[0]?.issue ?? ''
        expect(await listIssueExceptions(store, { issue, merges: NO_MERGES, range, service, limit: 50 })).toHaveLength(
          1,
        )
      },
    ),
    runs(5),
  )
})
