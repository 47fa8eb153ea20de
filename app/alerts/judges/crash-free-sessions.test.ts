import { expect, test } from 'vitest'
import { listReleaseSessions } from '../../../store/releases/list-release-sessions.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { exceptionRow, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeCrashes } from './crash-free-sessions.ts'

const nowMs = Math.floor(Date.now() / 10_800_000) * 10_800_000 + MINUTE_MS
const at = nsOfMs(nowMs - 2_000)
const resource = { 'service.version': '2', 'deployment.environment.name': 'production' }

/** Sessions with a page each, of which the first ones crash. */
const store = shareTestStore(
  Array.from({ length: 20 }, (_, i) => [
    spanRow({
      at,
      service: 'shop-browser',
      attributes: { 'session.id': `s${i}`, 'errata.transaction.route': '/' },
      resource,
    }),
    ...(i < 3
      ? [
          exceptionRow({
            at,
            service: 'shop-browser',
            attributes: { 'session.id': `s${i}`, 'errata.exception.handled': 'false' },
            resource,
          }),
        ]
      : []),
  ]).flat(),
)

const free = (watch: object, fields: object = {}) =>
  ruleOf('crash-free sessions', { belowPercent: 90, windowMinutes: 60, ...watch }, { ...fields })
const judge = (rule: ReturnType<typeof free>, slotsMs: readonly number[] = [nowMs]) =>
  judgeOne(judgeCrashes, { store: store(), rule, slotsMs })

test('a release fires if too few of its sessions were without a crash, and clears when it has none', async () => {
  const judged = await judge(free({}), [nowMs, nowMs + 4 * 3_600_000])
  expect(judged.map(whyOf)).toEqual([['!shop-browser\n2: 85 % of 20 sessions without a crash, 90 % wanted'], []])
  expect(judged.map(({ outcome }) => outcome)).toEqual(['judged', 'no data'])
  expect((await judge(free({ belowPercent: 80 }))).map(whyOf)).toEqual([
    ['shop-browser\n2: 85 % of 20 sessions without a crash, 80 % wanted'],
  ])
})

test('too few sessions are not judged, and filters choose', async () => {
  expect((await judge(free({ leastSessions: 50 }))).map(whyOf)).toEqual([
    ['shop-browser\n2: 20 sessions, 50 needed to judge'],
  ])
  expect((await judge(free({}, { environment: 'production' })))[0]?.observations.length).toBe(1)
  expect((await judge(free({}, { environment: 'staging' })))[0]?.outcome).toBe('no data')
  expect((await judge(free({}, { release: '1' })))[0]?.outcome).toBe('no data')
})

test('the share is that of the release page', async () => {
  const [page] = await listReleaseSessions(store(), { releases: ['2'] })
  const [judged] = await judge(free({}))
  expect(judged?.observations[0]?.value).toBe(1 - (page?.crashed ?? 0) / (page?.sessions ?? 1))
})
