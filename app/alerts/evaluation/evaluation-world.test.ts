import { expect, test } from 'vitest'
import { TABLES } from '../../../store/schema/tables/table-names.ts'
import { openTestStore } from '../../../test/store/open-test-store.ts'
import { createEventCache } from '../event-cache.ts'
import { JUDGES } from '../judges/judges.ts'
import { createEvaluationWorld } from './evaluation-world.ts'

const idOf = (nth: number) => String(nth).padStart(32, '0')

test('of ten thousand events at once it is known which are stored', async () => {
  const stored = [7, 9_999].map(nth => ({
    table: TABLES.alertEvents,
    values: {
      ...{ Id: idOf(nth), At: new Date().toISOString(), Rule: 'rule', Revision: '1', Subject: `issue-${nth}` },
      ...{ Episode: idOf(nth), What: 'firing', Content: '{}', Desk: 'desk' },
    },
  }))
  await using store = await openTestStore(stored)
  const world = createEvaluationWorld({
    ...{ store, judges: JUDGES, events: createEventCache(store, Date.now) },
    settings: () => ({ ownServices: [], canary: undefined, ownerOf: () => '' }),
    reportFailure: (_, error) => {
      throw error
    },
  })
  const asked = Array.from({ length: 10_000 }, (_, nth) => idOf(nth))
  expect((await world.listEventIds(asked)).toSorted()).toEqual([idOf(7), idOf(9_999)])
})
