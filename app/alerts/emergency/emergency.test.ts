import { afterEach, describe, expect, test, vi } from 'vitest'
import { answer, startReceiver } from '../../../test/alerts/start-receiver.ts'
import { createEmergency } from './emergency.server.ts'

const WELL = { isWell: true, why: '' }
const AWAY = { isWell: false, why: 'The database <db> does not answer.' }
const MINUTE_MS = 60_000

const receive = (...statuses: number[]) => startReceiver(...statuses.map(status => answer(status)))

/** With a clock that tests move. What is sent has been answered when `pass` returns. */
function open(config: { emergencyUrl?: string; heartbeatUrl?: string }) {
  const clock = { nowMs: Date.UTC(2026, 10, 29, 12) }
  const emergency = createEmergency({
    config: { emergencyUrl: '', heartbeatUrl: '', ...config },
    publicUrl: 'https://errata.example',
    desk: 'desk-1',
    nowMs: () => clock.nowMs,
  })
  const pass = async (ms: number, wellbeing?: typeof WELL) => {
    clock.nowMs += ms
    if (wellbeing !== undefined) emergency.report(wellbeing)
    else vi.advanceTimersByTime(5_000)
    await emergency.settled()
  }
  return { pass, [Symbol.asyncDispose]: () => emergency.close() }
}

const textsOf = ({ received }: { received: readonly { body: string }[] }) =>
  received.map(({ body }) => JSON.parse(body).text)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the alarm that needs no database', () => {
  test('is told once after three minutes, and once when all is well again', async () => {
    await using receiver = await receive()
    await using desk = open({ emergencyUrl: receiver.url })
    await desk.pass(0, WELL)
    for (let minute = 0; minute < 6; minute++) await desk.pass(MINUTE_MS, AWAY)
    await desk.pass(MINUTE_MS, WELL)
    await desk.pass(MINUTE_MS, WELL)
    expect(textsOf(receiver)).toEqual([
      'Errata cannot alert since 2026-11-29 12:01 UTC: The database &lt;db&gt; does not answer. https://errata.example/status (desk desk-1)',
      'Errata alerts again, after 6 min. https://errata.example/status (desk desk-1)',
    ])
    expect(Object.keys(JSON.parse(receiver.received[0]?.body ?? ''))).toEqual(['text'])
  })

  test('is not told of trouble that ends before', async () => {
    await using receiver = await receive()
    await using desk = open({ emergencyUrl: receiver.url })
    await desk.pass(0, WELL)
    for (let minute = 0; minute < 3; minute++) await desk.pass(MINUTE_MS, AWAY)
    await desk.pass(MINUTE_MS, WELL)
    expect(receiver.received).toEqual([])
  })

  test('is told of a desk that has never been well', async () => {
    await using receiver = await receive()
    await using desk = open({ emergencyUrl: receiver.url })
    await desk.pass(3 * MINUTE_MS, AWAY)
    expect(textsOf(receiver)).toEqual([expect.stringContaining('since 2026-11-29 12:00 UTC: The database')])
  })

  test('is told when evaluations hang, and report nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await using receiver = await receive()
    await using desk = open({ emergencyUrl: receiver.url })
    await desk.pass(0, WELL)
    await desk.pass(3 * MINUTE_MS)
    expect(textsOf(receiver)).toEqual([
      expect.stringContaining('since 2026-11-29 12:00 UTC: No rule has been evaluated.'),
    ])
  })

  test('is told again until it is accepted, but not all the time', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await using receiver = await receive(500, 200)
    await using desk = open({ emergencyUrl: receiver.url })
    await desk.pass(3 * MINUTE_MS, AWAY)
    await desk.pass(10_000, AWAY)
    expect(receiver.received).toHaveLength(1)
    await desk.pass(20_000, AWAY)
    await desk.pass(MINUTE_MS, AWAY)
    expect(receiver.received).toHaveLength(2)
    expect(warn).toHaveBeenCalledWith('ERRATA_ALERT_URL answered 500.')
  })
})

describe('the heartbeat', () => {
  test('is sent once a minute while all is well', async () => {
    await using receiver = await receive()
    await using desk = open({ heartbeatUrl: receiver.url })
    for (let i = 0; i < 8; i++) await desk.pass(15_000, WELL)
    expect(receiver.received.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('stops when it is not, or when nothing is evaluated', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await using receiver = await receive()
    await using desk = open({ heartbeatUrl: receiver.url })
    await desk.pass(MINUTE_MS, AWAY)
    expect(receiver.received).toHaveLength(0)
    await desk.pass(MINUTE_MS, WELL)
    await desk.pass(3 * MINUTE_MS)
    await desk.pass(MINUTE_MS)
    expect(receiver.received).toHaveLength(1)
  })
})
