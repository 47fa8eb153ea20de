import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { listIssueEvents } from '../issues/list-issue-events.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import { nsOfMs } from '../units.ts'
import { listSavedSearches } from './list-saved-searches.ts'
import { deleteSearch, saveSearch } from './save-search.ts'

const by = (who: string, minute: number) => ({ who, atNs: nsOfMs(Date.now() + minute * 60_000) })

test('saved searches are listed by name until they are deleted, whatever else is in the log', async () => {
  await using store = await openTestStore()
  await saveSearch(store, { ...by('Ann', 1), page: 'traces', name: 'Slow carts', params: 'q=duration%3A%3E1s&last=7d' })
  await saveSearch(store, { ...by('', 2), page: 'logs', name: "It's “odd” 💥", params: 'q=%5Berror%5D' })
  const unreadable = [{ issue: 'x', what: 'search' as const, value: 'no JSON' }]
  await recordIssueEvents(store, { ...by('Ann', 3), statements: unreadable })

  const saved = await listSavedSearches(store, {})
  expect(saved).toMatchObject([
    { page: 'logs', name: "It's “odd” 💥", params: 'q=%5Berror%5D', who: '' },
    { page: 'traces', name: 'Slow carts', params: 'q=duration%3A%3E1s&last=7d', who: 'Ann' },
  ])
  expect(await listIssueEvents(store, {})).toEqual({ issueEvents: new Map(), history: [] })

  await deleteSearch(store, { ...by('Bob', 4), id: saved[1]?.id ?? '' })
  expect((await listSavedSearches(store, {})).map(({ page }) => page)).toEqual(['logs'])
})
