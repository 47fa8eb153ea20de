import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'
import { randomNumbers } from '../../test/virtual-desks.ts'

const ISSUES = 100
const LENGTH_MS = 300_000
/** After the last kill: a claim is void after 90 s, and attempts follow each other by up to half a minute. */
const PATIENT_MS = 360_000

interface Receipt {
  readonly id: string
  readonly issue: string
  readonly isAccepted: boolean
}

/** A receiver that verifies signatures, and refuses one request of ten. */
async function startReceiver(random: () => number) {
  const receipts: Receipt[] = []
  const faults: string[] = []
  let webhook: Webhook | undefined
  const server = createServer(async (req, res) => {
    const body = await text(req)
    try {
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
      const read = webhook?.verify(body, headers) as { data: { id: string; events: { issue: string }[] } }
      const isAccepted = random() > 0.1
      // Without a Collector the pipeline is told too.
      const issues = read.data.events.filter(({ issue }) => issue !== '')
      for (const { issue } of issues) receipts.push({ id: String(headers['webhook-id']), issue, isAccepted })
      res.writeHead(isAccepted ? 204 : 503).end()
    } catch (error) {
      faults.push(String(error))
      res.writeHead(400).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    receipts,
    faults,
    set secret(secret: string) {
      webhook = new Webhook(secret)
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const settings = {
  ERRATA_ALERTS: '1',
  ERRATA_ALERT_ALLOW: '127.0.0.1',
  ERRATA_SECRET_KEY: 'a key that all desks of this database have',
}

/** Makes a channel that all rules of the first start tell. @returns its secret */
async function addChannel(desk: RunningDesk, url: string): Promise<string> {
  const form = { do: 'save', kind: 'webhook', name: 'receiver', isEnabled: '1', url, tellAll: '1' }
  const response = await fetch(`${desk.url}/alerts/channels`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: desk.url },
  })
  const page = await response.text()
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(page) ?? []
  expect(secret, page.slice(0, 2_000)).not.toBe('')
  return secret
}

test(`two desks that are killed at random for five minutes tell each of ${ISSUES} new issues, and again only under the same id`, async () => {
  const random = randomNumbers(20_261_129)
  await using engine = await startReadyEngine()
  await using receiver = await startReceiver(random)
  const desks = await Promise.all([startDesk({ engine, settings }), startDesk({ engine, settings })])
  receiver.secret = await addChannel(desks[0], receiver.url)
  let kills = 0
  const endMs = Date.now() + LENGTH_MS

  const insertIssues = async () => {
    for (let nth = 0; nth < ISSUES; nth++) {
      const type = `Error${String.fromCharCode(65 + Math.floor(nth / 10), 65 + (nth % 10))}`
      await engine.send({
        body: `INSERT INTO otel.otel_logs FORMAT JSONEachRow ${JSON.stringify(
          exceptionRow({
            type,
            stacktrace: `${type}: broken\n    at f${type} (/srv/${type}.js:1:2)`,
            resource: { 'deployment.environment.name': 'production' },
          }).values,
        )}`,
        query: { date_time_input_format: 'best_effort' },
      })
      await wait(LENGTH_MS / ISSUES)
    }
  }
  const kill = async () => {
    while (Date.now() < endMs) {
      await wait(4_000 + random() * 12_000)
      const at = random() < 0.5 ? 0 : 1
      process.kill(desks[at].pid, 'SIGKILL')
      kills++
      await desks[at][Symbol.asyncDispose]()
      desks[at] = await startDesk({ engine, settings })
    }
  }
  await Promise.all([insertIssues(), kill()])

  const accepted = () => receiver.receipts.filter(({ isAccepted }) => isAccepted)
  await poll(
    async () => new Set(accepted().map(({ issue }) => issue)).size,
    told => told >= ISSUES,
    PATIENT_MS,
  )
  for (const desk of desks) await desk[Symbol.asyncDispose]()
  expect(receiver.faults).toEqual([])
  const byIssue = Map.groupBy(receiver.receipts, ({ issue }) => issue)
  expect(byIssue.size).toBe(ISSUES)
  expect([...byIssue.values()].filter(of => new Set(of.map(({ id }) => id)).size > 1)).toEqual([])
  expect(kills).toBeGreaterThan(10)
  expect(accepted().length - ISSUES).toBeLessThanOrEqual(kills)
})
