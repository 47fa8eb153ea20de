import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const stacktrace = [
  'Traceback (most recent call last):',
  '  File "/usr/local/lib/python3.12/site-packages/flask/app.py", line 1511, in wsgi_app',
  '  File "/srv/shop/app.py", line 12, in pay',
  'app.CardDeclined: no money',
].join('\n')
const message = 'no money'

/** As Flask's logger tells it, with the class alone, and as the span of its instrumentation does. */
const told = {
  log: exceptionRow({ at: 60_000, service: 'shop', traceId, spanId, type: 'CardDeclined', message, stacktrace }),
  event: spanRow({
    at: 60_000,
    service: 'shop',
    traceId,
    spanId,
    events: [
      {
        name: 'exception',
        attributes: {
          'exception.type': 'app.CardDeclined',
          'exception.message': message,
          'exception.stacktrace': stacktrace,
        },
      },
    ],
  }),
}

test.each([[['log', 'event']], [['event', 'log']]] as const)(
  'an error that a Python service logs and records on its span is one of one issue: %s',
  async order => {
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
