import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { getException } from './get-exception.ts'
import { listExceptions } from './list-exceptions.ts'

const everything = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_600_000), limit: 50 })

test('reads every field of a listed exception', async () => {
  const causes = [{ type: 'Error', message: 'refused', stacktrace: 'Error: refused' }]
  const stacktrace =
    'TypeError: no user 7\n    at loadUser$1 (/srv/user.js:1:2)\n    at next (/srv/node_modules/x/i.js:1:1)'
  await using store = await openTestStore([
    exceptionRow({
      message: 'no user 7 "Ünal"',
      stacktrace,
      attributes: {
        'errata.exception.causes': JSON.stringify(causes),
        'errata.transaction.route': '/users/:id',
        'errata.error.digest': 'k7m2p9qx',
        'session.id': 's1',
        'user.plan': 'pro',
      },
      resource: { 'service.version': '1.2.3', 'deployment.environment.name': 'test' },
    }),
  ])
  const [listed] = await listExceptions(store, everything())
  if (listed === undefined) throw new Error('nothing listed')

  const { function: innermost, ...fields } = listed
  expect(await getException(store, listed)).toMatchObject({
    ...fields,
    route: '/users/:id',
    digest: 'k7m2p9qx',
    release: '1.2.3',
    environment: 'test',
    sessionId: 's1',
    message: 'no user 7 "Ünal"',
    stacktrace,
    causes,
    attributes: { 'user.plan': 'pro', 'exception.type': 'TypeError' },
    resource: { 'service.name': 'shop' },
    grouping: { isGiven: false, message: '', functions: [innermost] },
  })
  expect(innermost).toBe('loadUser user.js')
})

test('an exception of a span event has the attributes of its span as well, its own first', async () => {
  const attributes = { 'http.request.method': 'POST', 'enduser.id': 'ann', tier: 'span', 'errata.transaction.id': 'x' }
  const own = { 'exception.type': 'Error', 'exception.message': 'refused', tier: 'event' }
  await using store = await openTestStore([spanRow({ attributes, events: [{ name: 'exception', attributes: own }] })])
  const [listed] = await listExceptions(store, everything())
  if (listed === undefined) throw new Error('nothing listed')

  expect(await getException(store, listed)).toMatchObject({
    userId: 'ann',
    attributes: { 'http.request.method': 'POST', 'enduser.id': 'ann', tier: 'event', 'exception.type': 'Error' },
  })
  expect(Object.keys((await getException(store, listed))?.attributes ?? {})).not.toContain('errata.transaction.id')
})

test('reads the whole causes of a list that was cut, and says that it was', async () => {
  const causes = ['refused', 'x'.repeat(100)].map(message => ({ type: 'Error', message, stacktrace: '' }))
  const cut = JSON.stringify(causes).slice(0, 100)
  await using store = await openTestStore([exceptionRow({ attributes: { 'errata.exception.causes': cut } })])
  const [listed] = await listExceptions(store, everything())
  if (!listed) throw new TypeError('no exception')

  expect(await getException(store, listed)).toMatchObject({ causes: causes.slice(0, 1), causesAreCut: true })
})

test('ignores invalid causes', async () => {
  await using store = await openTestStore([exceptionRow({ attributes: { 'errata.exception.causes': '{"type":' } })])
  const [listed] = await listExceptions(store, everything())
  if (listed === undefined) throw new Error('nothing listed')

  expect((await getException(store, listed))?.causes).toEqual([])
})

test('answers undefined for an exception that the store does not have', async () => {
  await using store = await openTestStore()

  expect(await getException(store, { id: '00000000000000ff', atNs: 1_700_000_000_000_000_000n })).toBeUndefined()
})
