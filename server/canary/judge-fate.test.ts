import { expect, test } from 'vitest'
import { judgeFate } from './judge-fate.ts'
import type { DropSample } from './specimens.ts'

const goes: DropSample = { name: 'a health check', shape: 'span', rule: 'health-check', attributes: {} }
const stays: DropSample = { ...goes, rule: undefined }
const nothing = { spans: 0, logs: 0, exceptions: 0, droppedBy: [] }
const stored = { ...nothing, spans: 1 }
const removed = { ...nothing, droppedBy: ['health-check'] }

test('a specimen of a rule is right once that rule has counted it and none of it is stored', () => {
  expect(judgeFate(goes, removed)).toEqual({ became: 'removed by health-check', isRight: true })
  expect(judgeFate(goes, nothing)).toEqual({ became: 'nothing came through', isRight: false })
  expect(judgeFate(goes, stored)).toEqual({ became: 'stored', isRight: false })
  expect(judgeFate(goes, { ...nothing, droppedBy: ['not-found'] })).toEqual({
    became: 'removed by not-found',
    isRight: false,
  })
})

test('a specimen to keep is right once it is stored', () => {
  expect(judgeFate(stays, stored)).toEqual({ became: 'stored', isRight: true })
  expect(judgeFate(stays, removed).isRight).toBe(false)
  expect(judgeFate(stays, nothing).isRight).toBe(false)
})

test('the span of a span event must be stored, and its exception only if no rule drops it', () => {
  const event: DropSample = { ...goes, shape: 'event' }
  expect(judgeFate(event, { ...stored, droppedBy: ['health-check'] }).isRight).toBe(true)
  expect(judgeFate(event, removed)).toEqual({ became: 'removed by health-check, no span stored', isRight: false })
  expect(judgeFate({ ...event, rule: undefined }, { ...stored, exceptions: 1 }).isRight).toBe(true)
  expect(judgeFate({ ...event, rule: undefined }, stored).isRight).toBe(false)
})
