import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAN_MOUNT_DISKS, fillDisk } from '../../test/engine/small-disk.ts'
import { attributes, deliverOtlp, nowNs } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

test.runIf(CAN_MOUNT_DISKS)('a full disk is said, survived, and forgotten when there is space again', async () => {
  await using stack = await startStack({ diskMib: 256 })
  const fill = join(stack.dataDir, 'fill')
  const before = await sendSpans(stack.otlpUrl, 50)

  const issue = await causeIssue(stack)

  fillDisk(fill)
  await untilLogged(stack.lines, /^Cannot write to the data folder .+ Free some space/)
  // The Collector ends by itself, so that it loses nothing acknowledged, and its restart is delayed.
  await untilLogged(stack.lines, /collector is short of disk space .+: ending it/)
  await untilLogged(
    stack.lines,
    /Could not check the Collector's queue before its start: \d+ MiB are free on its disk, 16 are needed/,
  )
  // A comment that cannot be stored stays in its field, and is no exception of the app.
  const form = new URLSearchParams({ do: 'note', note: 'what was to be noted', who: 'Ann' })
  const refused = await fetch(`${stack.deskUrl}/issues/${issue}`, { method: 'POST', body: form })
  expect([refused.status, refused.headers.get('x-errata-digest')]).toEqual([507, null])
  expect(await refused.text()).toMatch(/no disk space left.*>what was to be noted<\/textarea>/s)
  // The app still answers, and log lines that cannot be written do no harm.
  expect((await fetch(`${stack.deskUrl}/lab/fail/loader`)).status).toBe(500)
  process.kill(stack.pids()['engine'] ?? 0, 'SIGKILL')
  await untilLogged(stack.lines, /engine ended \(SIGKILL\)/)

  rmSync(fill)
  await untilLogged(stack.lines, /^The data folder .+ can be written again/)
  await untilLogged(stack.lines, /engine is back/)
  await untilLogged(stack.lines, /collector is back/)
  expect(stack.process.exitCode).toBe(null)
  const after = await sendSpans(stack.otlpUrl, 50)
  const stored = await poll(
    () => stack.query<{ id: string }>("SELECT DISTINCT SpanId AS id FROM otel_traces WHERE ServiceName = 'full-disk'"),
    rows => rows.length >= before.length + after.length,
    60_000,
  )
  expect(stored.map(row => row.id).toSorted()).toEqual([...before, ...after].toSorted())
})

/** Causes a failure of the app. @returns its issue */
async function causeIssue({ deskUrl, query }: RunningStack): Promise<string> {
  await fetch(`${deskUrl}/lab/fail/loader`)
  const rows = await poll(
    () => query<{ issue: string }>("SELECT Issue AS issue FROM issues WHERE ServiceName = 'errata-desk'"),
    found => found.length > 0,
    60_000,
  )
  return rows[0]?.issue ?? ''
}

async function untilLogged(lines: readonly string[], what: RegExp): Promise<void> {
  await poll(
    () => lines,
    all => all.some(line => what.test(line.trim())),
    90_000,
  )
}

/** Sends spans one by one. @returns the ids of the acknowledged ones */
async function sendSpans(url: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(8).toString('hex'))
  for (const spanId of ids) {
    const span = {
      traceId: `${spanId}${spanId}`,
      spanId,
      name: 'work',
      kind: 1,
      startTimeUnixNano: nowNs(),
      endTimeUnixNano: nowNs(),
    }
    await deliverOtlp({
      url,
      signal: 'traces',
      body: { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] },
    })
  }
  return ids
}

const resource = { attributes: attributes({ 'service.name': 'full-disk' }) }
