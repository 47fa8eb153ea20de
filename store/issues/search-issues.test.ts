import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { searchIssues } from './search-issues.ts'

const minutesAgo = (minutes: number) => nsOfMs(Date.now() - minutes * 60_000)
const thrown = (minutes: number, issue: string, attributes: Record<string, string>, service = 'web') =>
  exceptionRow({ at: minutesAgo(minutes), service, attributes: { 'errata.issue.fingerprint': issue, ...attributes } })

test('issues are found by any exception in the range and scope, the latest match first, each once', async () => {
  const rows = [
    thrown(50, 'a', { tenant: 'acme' }),
    thrown(40, 'a', { tenant: 'other' }),
    thrown(30, 'b', { tenant: 'acme' }, 'web-browser'),
    thrown(20, 'c', {}),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const search = async (text: string, options: Partial<Parameters<typeof searchIssues>[1]> = {}) => {
    const { search } = parseSearch(text, 'issues')
    if (search === undefined) throw new Error(`${text} is no search`)
    const scope = { service: '', environment: '', release: '', hidden: [] }
    const merges = { from: [], to: [], byRule: new Map() }
    const range = { fromNs: minutesAgo(60), toNs: minutesAgo(0) }
    return searchIssues(store, { search, ...range, scope, side: '', merges, owned: [], owners: [], ...options })
  }
  expect(await search('@tenant:acme')).toEqual(['b', 'a'])
  expect(await search('-@tenant:acme')).toEqual(['c', 'a'])
  expect(await search('@tenant:acme', { toNs: minutesAgo(35) })).toEqual(['a'])
  expect(await search('@tenant:acme', { side: 'browser' })).toEqual(['b'])
  expect(await search('side:server')).toEqual(['c', 'a'])
  expect(await search('has:@tenant', { scope: { service: 'web', environment: '', release: '', hidden: [] } })).toEqual([
    'a',
  ])
  expect(
    await search('has:@tenant', { scope: { service: '', environment: '', release: '', hidden: ['web'] } }),
  ).toEqual(['b'])
})
