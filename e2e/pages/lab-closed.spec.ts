import { expect, test } from 'vitest'
import { startDesk } from '../../test/stack/start-desk.ts'

test('where the setting does not open the lab, its addresses are 404 and no page links to it', async () => {
  await using desk = await startDesk({ settings: { ERRATA_LAB: '0' } })
  const statuses = await Promise.all(
    ['/lab', '/lab/fail/loader', '/lab/fail/client-event'].map(async path => (await fetch(desk.url + path)).status),
  )
  expect(statuses).toEqual([404, 404, 404])
  const overview = await fetch(desk.url)
  expect(overview.status).toBe(200)
  expect(await overview.text()).not.toContain('href="/lab"')
})
