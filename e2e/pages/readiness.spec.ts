import { expect, test } from 'vitest'
import { startDesk } from '../../test/stack/start-desk.ts'

test('a desk is not ready before the whole schema that its pages need is there', async () => {
  await using desk = await startDesk()
  const ready = async () => {
    const answer = await fetch(`${desk.url}/readyz`)
    return [answer.status, (await answer.text()).split('\n')[0]]
  }
  expect(await ready()).toEqual([200, 'ready'])
  // As during an upgrade, and before the end of the first start.
  await desk.write('CREATE TABLE kept ENGINE = MergeTree ORDER BY Number AS SELECT * FROM schema_version')
  await desk.write('TRUNCATE TABLE schema_version')
  expect(await ready()).toEqual([503, 'not ready: database unavailable (unprepared)'])
  await desk.write('INSERT INTO schema_version SELECT * FROM kept WHERE Number < (SELECT max(Number) FROM kept)')
  expect(await ready()).toEqual([503, 'not ready: database unavailable (unprepared)'])
  await desk.write('INSERT INTO schema_version SELECT * FROM kept')
  expect(await ready()).toEqual([200, 'ready'])
})
