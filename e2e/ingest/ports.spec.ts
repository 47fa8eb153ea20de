import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openIngest } from './open-ingest.ts'

test.runIf(process.platform === 'linux')(
  'the Collector listens on the documented ports alone, and on loopback alone',
  async () => {
    await using ingest = await openIngest()
    const { httpUrl, grpcPort, browserUrl, healthUrl, metricsUrl, ownUrl, pid } = ingest.otelcol
    const documented = [httpUrl, browserUrl, healthUrl, metricsUrl, ownUrl].map(url => Number(new URL(url).port))
    const loopback = [...documented, grpcPort].map(port => `127.0.0.1:${port}`)
    expect(listeningOf(pid).toSorted()).toEqual(loopback.toSorted())
  },
)

test.runIf(process.platform === 'linux')('another address for OTLP opens its two ports and no other', async () => {
  await using ingest = await openIngest({ env: { ERRATA_OTLP_HOST: '127.0.0.2' } })
  const { httpUrl, grpcPort, pid } = ingest.otelcol
  const elsewhere = listeningOf(pid).filter(address => !address.startsWith('127.0.0.1:'))
  expect(elsewhere.toSorted()).toEqual(
    [Number(new URL(httpUrl).port), grpcPort].map(port => `127.0.0.2:${port}`).toSorted(),
  )
})

/** Addresses on which a process listens, from /proc. */
function listeningOf(pid: number): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(
      fd => /^socket:\[(\d+)\]$/.exec(readlink(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    ),
  )
  return ['tcp', 'tcp6'].flatMap(family =>
    readFileSync(`/proc/${pid}/net/${family}`, 'utf8')
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[3] === '0A' && sockets.has(fields[9] ?? ''))
      .map(fields => (family === 'tcp' ? readAddress(fields[1] ?? '') : `${fields[1]}`)),
  )
}

/** `0100007F:10DE`: the address's bytes in reverse, then the port, in hex. */
function readAddress(text: string): string {
  const [address = '', port = ''] = text.split(':')
  const bytes = [...Buffer.from(address, 'hex')].reverse()
  return `${bytes.join('.')}:${Number.parseInt(port, 16)}`
}

function readlink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '' // Closed meanwhile.
  }
}
