import { expect, test } from 'vitest'
import { listSearchKeys } from '../../../search/search-keys.ts'
import { listKeyExamples } from './list-key-examples.ts'

const listsOf = (search: string) =>
  listKeyExamples()
    .filter(example => example.search === search)
    .map(({ worksIn }) => worksIn)

test('a key that means the same in several lists is one row, which says in which', () => {
  expect(listsOf('service:checkout')).toEqual(['all lists'])
  expect(listsOf('scope:@opentelemetry/instrumentation-pg')).toEqual(['spans, logs'])
  expect(listsOf('owner:ada')).toEqual(['issues'])
  expect(listsOf('trace.duration:>2s')).toEqual(['traces'])
})

test('a key that means something else in another list is a row of its own', () => {
  expect(listsOf('is:error')).toEqual(['spans', 'logs', 'sessions'])
})

test('each key of each list is there once, and its example leads to the first that has it', () => {
  const examples = listKeyExamples()
  const subjects = ['spans', 'logs', 'exceptions', 'issues', 'sessions'] as const
  expect(examples.flatMap(({ worksIn }) => (worksIn === 'all lists' ? subjects : worksIn.split(', ')))).toHaveLength(
    subjects.reduce((sum, subject) => sum + listSearchKeys(subject).length, 0),
  )
  const pathOf = (search: string) => examples.find(example => example.search === search)?.path
  expect(['owner:ada', 'body:~timeout', 'service:checkout', 'trace.status:500'].map(pathOf)).toEqual([
    '/issues?tab=all&q=owner%3Aada',
    '/logs?q=body%3A%7Etimeout',
    '/traces?q=service%3Acheckout&show=spans',
    '/traces?q=trace.status%3A500',
  ])
})
