import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { summarizeHealth } from './summarize-health.ts'

const nowMs = 1_795_000_000_000
const queue = (size: number) => ({ collector: 'a', exporter: 'e', data: 'traces', size, capacity: 1_000, heardNs: 0n })
const silent = { kind: 'silent' as const, heardNs: undefined }
const late = { kind: 'late' as const, newestNs: nsOfMs(nowMs - 40_900), sinceNs: 0n, reason: undefined }

test('all is well where nothing is amiss and queues are as good as empty', () => {
  expect(summarizeHealth({ troubles: [], queues: [] }, nowMs)).toEqual({ words: 'All well', isGood: true })
  expect(summarizeHealth({ troubles: [], queues: [queue(9)] }, nowMs)).toEqual({ words: 'All well', isGood: true })
})

test('the fullest queue is told, and is bad once it is half full', () => {
  expect(summarizeHealth({ troubles: [], queues: [queue(0), queue(25)] }, nowMs)).toEqual({
    words: 'Queue 2 % full',
    isGood: true,
  })
  expect(summarizeHealth({ troubles: [], queues: [queue(500)] }, nowMs)).toEqual({
    words: 'Queue 50 % full',
    isGood: false,
  })
})

test('that nothing is stored comes before whatever else is amiss', () => {
  const { words, isGood } = summarizeHealth({ troubles: [silent, late], queues: [] }, nowMs)
  expect(isGood).toBe(false)
  expect(words).toMatch(/^Nothing stored for 40 s: /)
})

test('Collectors that say nothing are told apart from something that does not arrive', () => {
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  expect(summarizeHealth({ troubles: [silent], queues: [] }, nowMs).words).toBe(
    'Nobody says whether what is sent arrives',
  )
  expect(summarizeHealth({ troubles: [silent, passes], queues: [] }, nowMs).words).toBe('Not all that is sent arrives')
})
