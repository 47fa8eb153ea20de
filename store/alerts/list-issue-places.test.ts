import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { DAY_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listIssuePlaces } from './list-issue-places.ts'

const nowNs = nsOfMs(Date.now())

test('an issue is placed by its latest exception, if it was seen since', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: nowNs - DAY_NS / 2n, service: 'pay' }),
    exceptionRow({ at: nowNs - 3n * DAY_NS, service: 'old' }),
  ])
  const places = await listIssuePlaces(store, { sinceNs: nowNs - DAY_NS, merges: NO_MERGES })
  expect(places).toMatchObject([{ service: 'pay', function: 'pay pay.js' }])
})
