import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { type AlertStatement, listAlertStatements } from './list-alert-statements.ts'
import { recordAlertStatements } from './record-alerts.ts'

const statement = (subject: string, minute: number, value: string): AlertStatement => ({
  ...{ subject, atNs: nsOfMs(1_700_000_000_000 + minute * 60_000), id: `${subject}-${minute}`, who: 'ann' },
  ...{ what: 'rule', value },
})

test('the last statement of a subject holds, also a deletion, in any order and repetition', async () => {
  await using store = await openTestStore()
  const [made, changed, deleted] = [statement('a', 1, '{"v":1}'), statement('a', 2, '{"v":2}'), statement('b', 3, '')]
  await recordAlertStatements(store, [changed, deleted, made])
  await recordAlertStatements(store, [made])
  expect(await listAlertStatements(store, {})).toEqual({ statements: [changed, deleted], history: [] })
  expect(await listAlertStatements(store, { historyOf: 'a' })).toEqual({
    statements: [changed, deleted],
    history: [changed, made],
  })
})
