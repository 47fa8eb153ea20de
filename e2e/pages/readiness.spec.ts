import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { startDesk } from '../../test/stack/start-desk.ts'

async function firstLineOf(url: string): Promise<readonly [number, string | undefined]> {
  const answer = await fetch(url)
  return [answer.status, (await answer.text()).split('\n')[0]]
}

test('a desk is not ready before the whole schema that its pages need is there', async () => {
  await using desk = await startDesk()
  // On a busy machine a probe may end before the database answers.
  const ready = () => expect.poll(() => firstLineOf(`${desk.url}/readyz`))
  await ready().toEqual([200, 'ready'])
  // As during an upgrade, and before the end of the first start.
  await desk.write('CREATE TABLE kept ENGINE = MergeTree ORDER BY Number AS SELECT * FROM schema_version')
  await desk.write('TRUNCATE TABLE schema_version')
  await ready().toEqual([503, 'not ready: the schema is not complete'])
  await desk.write('INSERT INTO schema_version SELECT * FROM kept WHERE Number < (SELECT max(Number) FROM kept)')
  await ready().toEqual([503, 'not ready: the schema is not complete'])
  await desk.write('INSERT INTO schema_version SELECT * FROM kept')
  await ready().toEqual([200, 'ready'])
})

test('a desk stays ready in an outage of the database, within the second of a probe, and says so; alerting is told by the status', async () => {
  await using engine = await startReadyEngine()
  await using desk = await startDesk({ engine })
  process.kill(engine.pid, 'SIGSTOP')
  const fromMs = performance.now()
  const whileItHangs = await firstLineOf(`${desk.url}/readyz`)
  const tookMs = performance.now() - fromMs
  engine.kill()
  await engine.stop()

  expect(whileItHangs).toEqual([200, 'ready, but the database is unavailable (timeout)'])
  expect(tookMs).toBeLessThan(2_000)
  expect(await firstLineOf(`${desk.url}/readyz`)).toEqual([200, 'ready, but the database is unavailable (away)'])
  expect(await firstLineOf(`${desk.url}/readyz?pipeline`)).toEqual([503, 'not ready: database unavailable (away)'])
})

test('a desk that stops is not ready', async () => {
  await using desk = await startDesk()
  const { hostname, port } = new URL(desk.url)
  const probe = connect(Number(port), hostname)
  await once(probe, 'connect')
  // A request under way keeps its connection open.
  probe.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n')
  await fetch(`${desk.url}/livez`)
  process.kill(desk.pid, 'SIGTERM')
  await expect
    .poll(() =>
      fetch(`${desk.url}/livez`).then(
        () => 'accepts',
        () => 'refuses',
      ),
    )
    .toBe('refuses')
  probe.write('\r\n')

  expect(await text(probe)).toMatch(/^HTTP\/1\.1 503 [\s\S]*not ready: stopping/)
})
