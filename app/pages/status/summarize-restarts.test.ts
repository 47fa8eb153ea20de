import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { summarizeRestarts } from './summarize-restarts.ts'

const nowMs = 1_795_000_000_000
const restart = (process: string, secondsAgo: number) => ({
  process,
  atNs: nsOfMs(nowMs - secondsAgo * 1_000),
  reason: '',
})

test('counts the restarts of each process in the last hour, the most first', () => {
  const desk = [20, 100, 200, 330].map(ago => restart('desk', ago))
  expect(summarizeRestarts([restart('engine', 15), ...desk, restart('collector', 3_700)], nowMs)).toEqual([
    'desk restarted 4× in the last 6 min',
    'engine restarted in the last 1 min',
  ])
})

test('says nothing of restarts more than an hour ago', () => {
  expect(summarizeRestarts([restart('desk', 3_600)], nowMs)).toEqual([])
})
