import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

/** What a stock Flask app told of one unhandled error: its logger has the class alone, its span the module as well (e2e/senders/). */
const attributes = z.record(z.string(), z.string())
const file = join(import.meta.dirname, '../../e2e/senders/flask/recorded.json')
const recorded = z.object({ log: attributes, event: attributes }).parse(JSON.parse(readFileSync(file, 'utf8')))

const of = {
  at: 60_000,
  service: 'shop',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
}
const told = {
  log: logRow({ ...of, severityNumber: 17, attributes: recorded.log }),
  event: spanRow({ ...of, events: [{ name: 'exception', attributes: recorded.event }] }),
}

test.each([[['log', 'event']], [['event', 'log']]] as const)(
  'an error that a Python service logs and records on its span is one of one issue: %s',
  async order => {
    expect(recorded.log['exception.type']).not.toBe(recorded.event['exception.type'])
    await using store = await openTestStore()
    const issues = new Set<string>()
    for (const shape of order) {
      await store.insert([told[shape]])
      const listed = await listExceptions(store, { range: rangeBefore(Date.now(), 3_600_000), limit: 50 })
      expect(listed).toHaveLength(1)
      for (const { issue } of listed) issues.add(issue)
    }
    expect(issues.size).toBe(1)
  },
)
