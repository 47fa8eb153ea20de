import { expect, test } from 'vitest'
import { startStack } from '../../test/stack/start-stack.ts'

test('where the setting does not open the lab, its addresses are 404 and no page links to it', async () => {
  await using stack = await startStack({ env: { ERRATA_LAB: '0' } })
  const statuses = await Promise.all(
    ['/lab', '/lab/fail/loader', '/lab/fail/client-event'].map(
      async path => (await fetch(stack.deskUrl + path)).status,
    ),
  )
  expect(statuses).toEqual([404, 404, 404])
  const overview = await fetch(stack.deskUrl)
  expect(overview.status).toBe(200)
  expect(await overview.text()).not.toContain('href="/lab"')
})
