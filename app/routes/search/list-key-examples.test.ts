import { expect, test } from 'vitest'
import { listSearchKeys } from '../../../store/search/search-keys.ts'
import { listKeyExamples } from './list-key-examples.ts'

const listsOf = (search: string) =>
  listKeyExamples()
    .filter(example => example.search === search)
    .map(({ worksIn }) => worksIn.map(({ list }) => list).join(', '))

test('a key that means the same in several lists is one row, which says in which', () => {
  expect(listsOf('service:checkout')).toEqual(['spans, logs, exceptions, issues, sessions'])
  expect(listsOf('scope:@opentelemetry/instrumentation-pg')).toEqual(['spans, logs'])
  expect(listsOf('owner:ada')).toEqual(['issues'])
  expect(listsOf('trace.duration:>2s')).toEqual(['traces'])
})

test('a key that means something else in another list is a row of its own', () => {
  expect(listsOf('is:error')).toEqual(['spans', 'logs', 'sessions'])
})

test('each key of each list is there once, and its example leads to that list', () => {
  const rows = listKeyExamples().flatMap(({ worksIn }) => worksIn)
  const subjects = ['spans', 'logs', 'exceptions', 'issues', 'sessions'] as const
  expect(rows).toHaveLength(subjects.reduce((sum, subject) => sum + listSearchKeys(subject).length, 0))
  expect(rows.filter(({ list }) => list === 'issues').every(({ path }) => path.startsWith('/issues?'))).toBe(true)
})
