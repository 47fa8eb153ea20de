import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueTags } from './list-issue-tags.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test("lists tags of an issue's exceptions, most frequent first, each exception once, without ids", async () => {
  const row = thrown(3, 'a', { 'user_agent.name': 'Safari', 'session.id': 'x' }, '2')
  await using store = await openTestStore([
    row,
    row,
    thrown(2, 'a', { 'user_agent.name': 'Safari', 'session.id': 'y' }, '1'),
    thrown(1, 'a', { 'user_agent.name': 'Firefox', 'session.id': 'z' }, '1'),
  ])
  await store.insert([row])
  const tags = await listIssueTags(store, { issue: 'a', merges: nobody, range: { from: at(60), to: at(0) } })
  const of = (wanted: string) => tags.filter(({ tag }) => tag === wanted).map(({ value, has }) => [value, has])
  expect(of('user_agent.name')).toEqual([
    ['Safari', 2],
    ['Firefox', 1],
  ])
  expect(of('release')).toEqual([
    ['1', 2],
    ['2', 1],
  ])
  expect(of('session.id')).toEqual([])
  expect(tags[0]?.looked).toBe(3)
})

test('an exception of a log record and of a span event is counted once', async () => {
  const attributes = {
    'exception.type': 'E',
    'exception.message': 'm',
    'errata.issue.fingerprint': 'a',
    'db.system.name': 'postgresql',
  }
  const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), service: 'shop' }
  await using store = await openTestStore([
    exceptionRow({ at: at(2), ...place, attributes }),
    spanRow({ at: at(3), ...place, events: [{ at: at(3), name: 'exception', attributes }] }),
  ])
  const tags = await listIssueTags(store, { issue: 'a', merges: nobody, range: { from: at(60), to: at(0) } })
  expect(tags.filter(({ tag }) => tag === 'db.system.name').map(({ has, looked }) => [has, looked])).toEqual([[1, 1]])
})
