import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSession } from './session.ts'
import type { LogRecord, Signals } from './signals.ts'

const minuteMs = 60_000
const startMs = 1_700_000_000_000
let kept: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page's session, with the events that it recorded. */
function open(mayStore: () => boolean | undefined = () => true) {
  const events: [string, LogRecord['attributes'], number | undefined][] = []
  const signals: Signals = {
    guard: callback => callback,
    scrub: url => url,
    onHide: [],
    end() {},
    log: ({ eventName, attributes, atMs }) => void events.push([eventName, attributes, atMs]),
    decide() {},
  }
  let made = 0
  const session = openSession(signals, { newSessionId: () => `session-${++made}-of-${events.length}`, mayStore })
  const hide = () => {
    for (const end of signals.onHide) end()
  }
  return { session, events, hide }
}

test('the first page begins a session, and the next one of the tab goes on with it', () => {
  const first = open()
  expect(first.events).toEqual([
    ['session.start', { 'session.id': first.session.id(), 'session.previous_id': undefined }, undefined],
  ])

  vi.advanceTimersByTime(29 * minuteMs)
  const second = open()
  expect([second.session.id(), second.events]).toEqual([first.session.id(), []])
})

test('after half an hour without an action the next session begins, and the last one is recorded with its true end', () => {
  const { session, events } = open()
  const previous = session.id()
  vi.advanceTimersByTime(31 * minuteMs)
  session.touch()

  expect(session.id()).not.toBe(previous)
  expect(events.slice(1)).toEqual([
    ['session.end', { 'session.id': previous }, startMs],
    ['session.start', { 'session.id': session.id(), 'session.previous_id': previous }, undefined],
  ])
})

test('an action within the half hour keeps it, however long it lasts in all', () => {
  const { session, events } = open()
  const id = session.id()
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(25 * minuteMs)
    session.touch()
  }
  expect([session.id(), events.length]).toEqual([id, 1])
})

test('a page that goes away leaves the moment of its last action behind', () => {
  const { session, hide } = open()
  vi.advanceTimersByTime(2_000)
  session.touch()
  hide()
  expect([...kept.values()]).toEqual([`${session.id()} ${startMs + 2_000}`])
})

test.each([false, undefined])('where consent is %s nothing is kept, and what was is taken away', mayStore => {
  kept.set('errata.session', `old ${startMs - 1_000}`)
  const { session, hide } = open(() => mayStore)
  hide()
  expect(session.id()).not.toBe('old')
  expect(kept.size).toBe(0)
})

test('where storage is forbidden, the session lasts as long as the page', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied })
  const { session, events } = open()
  session.touch()
  expect([session.id(), events.length]).toEqual(['session-1-of-0', 1])
})
